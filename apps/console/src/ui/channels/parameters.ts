import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";

/** A text parameter of a channel; empty if it is missing. */
export function textOf(record: ChannelRecord | undefined, name: string): string {
  const value = record?.parameters[name];
  return typeof value === "string" ? value : "";
}
