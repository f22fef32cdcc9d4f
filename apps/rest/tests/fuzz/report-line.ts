import type { FuzzRequest } from "./requests.ts";
import { inWorld, type World } from "./world.ts";

const short = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}… (${text.length})` : text);

/** A request as a line of a report. */
export function reportLine({ method, url, headers, body, pace, copies }: FuzzRequest, world: World): string {
  const { authorization, ...others } = headers;
  const shown = authorization === "Bearer @secret@" ? others : headers;
  const bytes = body && JSON.stringify(short(inWorld(body.text, world)));
  const times = copies === 1 ? "" : `${copies} times at once: `;
  const sent = body ? ` ${bytes} as ${body.encoding}${pace === "whole" ? "" : `, ${pace}`}` : "";
  return `${times}${method} ${short(inWorld(url, world))} ${short(JSON.stringify(shown))}${sent}`;
}
