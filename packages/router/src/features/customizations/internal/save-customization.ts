import type { SqlTx } from "@highstreet/db";
import { recordHistory } from "../../../core/history/index.ts";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { holdRetailer } from "../../../kernel/find-retailer.ts";
import { markListings } from "../../listings/index.ts";
import type { Customization, Edits } from "../customizations.schema.ts";
import { checkChannels } from "./check-channels.ts";
import { type Merged, mergeCustomization, type Target } from "./merge-customization.ts";
import { customizationWrite, presentCustomization } from "./present-customization.ts";

/**
 * Creates or edits a customization and publishes the changes that it makes visible or invisible. All edits use it (PATCH, POST,
 * console).
 * @throws UnknownChannel, ChannelNotEnabledForStore, IncompleteCustomData, ValidationFailed, StoreNotFound
 */
export async function saveCustomization(
  ctx: Context,
  tx: SqlTx,
  target: Target,
  edits: Edits,
): Promise<{ created: boolean; customization: Customization }> {
  const { retailerId, storeId } = target;
  holdRetailer(tx, retailerId);
  const [merged, storeIds] = await Promise.all([
    mergeCustomization(ctx, tx, target, edits),
    lockStores(tx, retailerId, storeId === null ? null : [storeId]),
  ]);
  await finishEdits(ctx, tx, { retailerId, storeIds }, [merged]);
  return { created: merged.record.previous === null, customization: presentCustomization(merged.record) };
}

/**
 * The second half of edits: checks them, writes the history and publishes the changes. Rows are locked in a fixed order, so call
 * this after all edits are merged and then the stores are locked.
 * @param storeIds the locked stores: all existing stores of the edits
 * @param each runs the checks of one edit, so that the caller can add its index to an error
 * @throws StoreNotFound, ChannelNotEnabledForStore
 */
export async function finishEdits(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeIds }: { retailerId: string; storeIds: string[] },
  edits: Merged[],
  each: (index: number, check: () => Promise<void>) => Promise<void> = (_, check) => check(),
): Promise<void> {
  for (const [index, edit] of edits.entries()) {
    await each(index, async () => {
      if (edit.target.storeId !== null && !storeIds.includes(edit.target.storeId)) throw storeNotFound();
      await checkChannels(tx, edit.target, edit.channels);
    });
  }
  const writes = edits.flatMap(({ itemKey, record, cleared }) =>
    [record, ...cleared]
      .filter(({ version, previous }) => version !== previous?.version)
      .map((row) => customizationWrite(retailerId, itemKey, row.previous, presentCustomization(row))),
  );
  recordHistory(ctx, tx, writes);
  const items = { storeIds, itemKeys: edits.map(({ itemKey }) => itemKey) };
  publishItemChanges(tx, retailerId, items, ctx.now());
  markListings(tx, retailerId, items, ctx.now());
}
