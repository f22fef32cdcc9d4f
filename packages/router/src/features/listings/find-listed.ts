import { channelNotEnabled, readChannel, resolveChannel, type StoreIds } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";

/**
 * The store and channel whose listings a request means. Local ads run from the listings of search.
 * @throws UnknownChannel, also for one that lists no items; RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function findListed(
  ctx: Context,
  input: StoreIds & { type: string },
): Promise<StoreIds & { channel: "search" | "local_ads" }> {
  const channel = resolveChannel(input.type);
  const { retailerId, storeId } = await findStore(ctx, input);
  if (channel === "webhooks") {
    throw new DomainError("UnknownChannel", "Webhooks list no items; search and local_ads do.");
  }
  if (!(await readChannel(ctx.db, { retailerId, storeId }, channel))) throw channelNotEnabled(channel);
  return { retailerId, storeId, channel };
}
