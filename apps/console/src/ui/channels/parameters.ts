import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";

/** A parameter of a channel that is a text; empty when it is not there. */
export function textOf(record: ChannelRecord | undefined, name: string): string {
  const value = record?.parameters[name];
  return typeof value === "string" ? value : "";
}
