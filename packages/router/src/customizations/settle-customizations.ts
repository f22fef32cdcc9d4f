import type { SqlTx } from "@highstreet/db";
import { enabledChannels } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { announceItems, lockStores, planOnce } from "../events/index.ts";
import { recordHistory } from "../history/index.ts";
import { storeNotFound } from "../stores/index.ts";
import { customizationWrite } from "./customization-write.ts";
import type { Merged } from "./merge-customization.ts";
import { presentCustomization } from "./present-customization.ts";

async function checkChannels(tx: SqlTx, { target, channels }: Merged): Promise<void> {
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
    },
  );
}

/**
 * The second half of edits, once all of them are merged: writes the history, locks the stores, checks, and announces what is
 * shown or hidden. Merging comes first, because rows are locked in one order: customizations, then stores.
 * @param each runs what concerns one edit, so that the caller can say which failed
 * @throws StoreNotFound, ChannelNotEnabledForStore
 */
export async function settleCustomizations(
  ctx: Context,
  tx: SqlTx,
  retailerId: string,
  edits: Merged[],
  each: (index: number, check: () => Promise<void>) => Promise<void> = (_, check) => check(),
): Promise<void> {
  const writes = edits.flatMap(({ itemKey, record, cleared }) =>
    [record, ...cleared].map((row) => customizationWrite(retailerId, itemKey, row.previous, presentCustomization(row))),
  );
  // Whatever can be done before the stores are locked is: all edits of a store wait for that.
  await recordHistory(ctx, tx, writes);
  await planOnce(tx);
  const named = edits.flatMap(({ target }) => target.storeId ?? []);
  const storeIds = await lockStores(tx, retailerId, named.length < edits.length ? null : named);
  for (const [index, edit] of edits.entries()) {
    await each(index, async () => {
      if (edit.target.storeId !== null && !storeIds.includes(edit.target.storeId)) throw storeNotFound();
      await checkChannels(tx, edit);
    });
  }
  await announceItems(tx, retailerId, { storeIds, itemKeys: edits.map(({ itemKey }) => itemKey) }, ctx.now());
}
