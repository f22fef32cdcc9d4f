import type { Answer } from "@highstreet/router";
import { tagOf } from "./entity-tag.ts";
import { linkHeader, type PageOutput, withLinks } from "./links.ts";
import type { Operation } from "./operations/operation.ts";
import { withDecimals } from "./prices.ts";

/** The parts of a call that its answer depends on, besides the procedure's output. */
export interface Asked {
  /** Path and query, as sent. */
  url: string;
  params: Record<string, string>;
}

export const jsonType = { "content-type": "application/json; charset=utf-8" };

/** `Location`: parameters from the path or from the new resource. */
function locationOf(template: string, params: Record<string, string>, body: object): string {
  const made: Record<string, unknown> = { ...body, ...params };
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(made[name])));
}

function makeAbsolute({ nextSteps }: { nextSteps: { uploadUrl: string } }, publicUrl: string): void {
  nextSteps.uploadUrl = `${publicUrl}${nextSteps.uploadUrl}`;
}

/** The record with absolute `links`, with the prefix of the call. */
function withAbsoluteLinks(body: { links: Record<string, string> }, base: string): object {
  return { ...body, links: Object.fromEntries(Object.entries(body.links).map(([name, path]) => [name, base + path])) };
}

/** Creates the function that turns a procedure's output into the answer of an operation. */
export function createAnswer(route: Operation, publicUrl: string): (output: unknown, asked: Asked) => Answer {
  const baseOf = (url: string): string => `${publicUrl}${url.startsWith("/v1/") ? "/v1" : ""}`;

  function render(output: unknown): { status: number; body: unknown } {
    if (route.runsOn) return { status: (output as { status: string }).status === "running" ? 202 : 200, body: output };
    if (route.creates === undefined) return { status: route.status ?? (output == null ? 204 : 200), body: output };
    const { created, [route.creates]: body } = output as Record<string, unknown>;
    return { status: created === true ? 201 : 200, body };
  }

  function shapeOf(body: unknown, url: string): unknown {
    if (route.hasLinks) return withAbsoluteLinks(body as Parameters<typeof withAbsoluteLinks>[0], baseOf(url));
    if (route.page === "body") return withLinks(body as PageOutput, publicUrl, url);
    return route.page === "header" ? (body as PageOutput).data : body;
  }

  return (output, { url, params }) => {
    const { status, body } = render(output);
    if (body === undefined || body === null) return { status, headers: {}, body: null };
    const headers: Record<string, string> = { ...jsonType };
    if (status === 201 && route.location) {
      headers.location = `${baseOf(url)}${locationOf(route.location, params, body)}`;
    }
    if (route.hasUploadUrl) makeAbsolute(body as Parameters<typeof makeAbsolute>[0], publicUrl);
    const link = route.page === "header" ? linkHeader(body as PageOutput, publicUrl, url) : undefined;
    if (link !== undefined) headers.link = link;
    const json = JSON.stringify(shapeOf(body, url));
    const text = route.prices ? withDecimals(json) : json;
    if (route.etag) headers.etag = tagOf(route.etag, body, text);
    return { status, headers, body: text };
  };
}
