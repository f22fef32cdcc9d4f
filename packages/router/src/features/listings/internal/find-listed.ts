import { channelNotEnabled, readChannel, resolveChannel, type StoreIds } from "../../../core/channels/index.ts";
import { findStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";

/**
 * The store and channel of a request for listings. Local ads use the listings of search.
 * @throws UnknownChannel, also for a channel without listings; RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function findListed(
  ctx: Context,
  input: StoreIds & { type: string },
): Promise<StoreIds & { channel: "search" | "local_ads" }> {
  const channel = resolveChannel(input.type);
  const { retailerId, storeId } = await findStore(ctx, input);
  if (channel === "webhooks") {
    throw new DomainError("UnknownChannel", "Webhooks have no listings. Only search and local_ads have listings.");
  }
  if (!(await readChannel(ctx.db, { retailerId, storeId }, channel))) throw channelNotEnabled(channel);
  return { retailerId, storeId, channel };
}
