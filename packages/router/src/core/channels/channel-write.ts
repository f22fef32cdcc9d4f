import type { Write } from "../history/index.ts";
import type { ChannelRecord } from "./channel.schema.ts";
import type { StoreIds } from "./channel-row.ts";

/** What a change of a channel is in the history; undefined: it was not enabled before, or is not after. */
export function channelWrite(
  { retailerId, storeId }: StoreIds,
  before: ChannelRecord | undefined,
  after: ChannelRecord | undefined,
): Write {
  return {
    retailerId,
    action: before ? (after ? "channel.update" : "channel.remove") : "channel.enable",
    target: { type: "channel", id: (after ?? before)?.id ?? null, storeId },
    before: before ?? null,
    after: after ?? null,
  };
}
