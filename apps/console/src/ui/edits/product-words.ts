import type { NotShownIn } from "@highstreet/router/core/channels/channel.schema.ts";
import type { Missing } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { count } from "../parts/formats.ts";
import { texts } from "../parts/texts.ts";

const { everywhere } = texts;

export const channelName = (channel: string): string => new Map(Object.entries(texts.channels)).get(channel) ?? channel;

export const everywhereLabel = (hidden: boolean): string => (hidden ? everywhere.hide : everywhere.show);

export function everywhereWords({ hidden }: { hidden?: boolean | undefined }) {
  if (typeof hidden !== "boolean") return { label: everywhere.add, doing: everywhere.adding };
  return { label: everywhereLabel(hidden), doing: hidden ? everywhere.hiding : everywhere.showing };
}

export function replacedSettings(own: number, name: string, edit: string): string {
  if (own === 1) return everywhere.replacesOne(name, edit);
  return everywhere.replaces(own, name, edit);
}

/** Names the product data that a product lacks; undefined: none. */
export function lackedWords(fields: Missing["field"][]): string | undefined {
  return fields.length ? texts.missing.no(fields.map((field) => texts.missing[field]).join(", ")) : undefined;
}

/** Says which stores lack a channel of an edit for all stores. */
export function notShownWords({ count: stores, channels }: NotShownIn): string {
  return everywhere.notShownIn(count(stores, "store"), channels.map(channelName).join(", "));
}

export type ReasonCode = "Shown" | keyof typeof texts.notShown;
export const reasonWords = (code: ReasonCode): string =>
  (texts.notShown as Partial<Record<ReasonCode, string>>)[code] ?? texts.shown;
