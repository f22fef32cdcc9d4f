import type { Sql } from "@highstreet/db";
import type { ChannelId } from "../../../core/channels/channel.schema.ts";
import { enabledChannels } from "../../../core/channels/index.ts";
import { DomainError } from "../../../kernel/errors.ts";

/**
 * Checks that the channels of an edit are enabled: for all stores (`storeId` null) in any store, otherwise in the store.
 * @throws ChannelNotEnabledForStore
 */
export async function checkChannels(
  tx: Sql,
  target: { retailerId: string; storeId: string | null },
  channels: ChannelId[],
): Promise<void> {
  if (!channels.length) return;
  const enabled = await enabledChannels(tx, target.retailerId, target.storeId);
  const missing = channels.filter((channel) => !enabled.has(channel));
  if (!missing.length) return;
  const where = target.storeId ? "for the store" : "in any store of the retailer";
  throw new DomainError(
    "ChannelNotEnabledForStore",
    `Not enabled ${where}: ${missing.join(", ")}. Enable it first, or leave it out.`,
    {
      channels: missing,
      errors: missing.map((channel) => ({
        pointer: `/channels/${channels.indexOf(channel)}`,
        code: "InvalidValue",
        message: `${channel} is not enabled ${where}`,
      })),
    },
  );
}
