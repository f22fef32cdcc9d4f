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
import type { At } from "./merge-each.ts";

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
  return { created: merged.isNew, customization: merged.customization };
}

/**
 * The second half of edits: checks them, writes the history and publishes the changes. Rows are locked in a fixed order, so call
 * this after all edits are merged and then the stores are locked.
 * @param storeIds the locked stores: all existing stores of the edits
 * @throws StoreNotFound, ChannelNotEnabledForStore
 */
export async function finishEdits(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeIds }: { retailerId: string; storeIds: string[] },
  edits: Merged[],
  at: At = (_, error) => error,
): Promise<void> {
  const locked = new Set(storeIds);
  const checked = new Set<string>();
  for (const [place, { target, channels }] of edits.entries()) {
    const check = `${target.storeId} ${channels}`;
    if (checked.has(check)) continue;
    try {
      if (target.storeId !== null && !locked.has(target.storeId)) throw storeNotFound();
      await checkChannels(tx, target, channels);
    } catch (error) {
      throw at(place, error);
    }
    checked.add(check);
  }
  const writes = edits.flatMap((edit) => edit.writes);
  recordHistory(ctx, tx, writes);
  const items = { storeIds, itemKeys: edits.map(({ target }) => target.itemKey) };
  publishItemChanges(tx, retailerId, items, ctx.now());
  markListings(tx, retailerId, items, ctx.now());
}
