import type { SqlTx } from "@highstreet/db";
import { entryValues } from "../../../core/history/index.ts";
import { itemKeyOf } from "../../../core/items/index.ts";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { holdRetailer } from "../../../kernel/find-retailer.ts";
import { keepPlan } from "../../../kernel/keep-plan.ts";
import { markListings } from "../../listings/index.ts";
import type { Edits } from "../customizations.schema.ts";
import { mergeItemsSql } from "../customizations.sql.ts";
import { checkChannels } from "./check-channels.ts";
import { resolveBulk } from "./edit-items.ts";
import { type Merged, mergeCustomization } from "./merge-customization.ts";
import { finishEdits } from "./save-customization.ts";

/** The edits of one product. */
export interface ItemEdits {
  barcode: string;
  edits: Edits;
}

/** Neighbours in the order of locks with the same edits. */
interface Run {
  edits: Edits;
  barcodes: string[];
}

const bulkFields = new Set(["hidden", "channels"]);
const isBulk = (edits: Edits): boolean => Object.keys(edits).every((field) => bulkFields.has(field));

/** Rows are locked in the order of all writers: by item. So only neighbours share a statement. */
function runsOf(items: ItemEdits[]): Run[] {
  const ordered = items.map((item) => ({ key: itemKeyOf(item.barcode), ...item }));
  ordered.sort((a, b) => (a.key < b.key ? -1 : 1));
  const runs: Run[] = [];
  for (const { barcode, edits } of ordered) {
    const last = runs.at(-1);
    if (last && isBulk(edits) && JSON.stringify(last.edits) === JSON.stringify(edits)) last.barcodes.push(barcode);
    else runs.push({ edits, barcodes: [barcode] });
  }
  return runs;
}

/**
 * Saves edits of different products, for all stores (`storeId` null) or for one store. Each product must be in one of the stores.
 * Equal edits without texts share a statement, which is about ten times as fast.
 * @throws the errors of `saveCustomization`
 */
export async function saveEach(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId }: { retailerId: string; storeId: string | null },
  items: ItemEdits[],
): Promise<void> {
  holdRetailer(tx, retailerId);
  keepPlan(tx);
  const runs = runsOf(items);
  const named = runs.flatMap(({ edits }) => (isBulk(edits) ? resolveBulk(edits).channels : []));
  await checkChannels(tx, { retailerId, storeId }, [...new Set(named)]);
  // All statements go out in the order of the items, before the first answer.
  const merging: Promise<Merged>[] = [];
  const itemKeys: string[] = [];
  for (const { edits, barcodes } of runs) {
    if (isBulk(edits)) {
      const keys = barcodes.map(itemKeyOf);
      const values = [...entryValues(ctx, retailerId), ...[storeId, keys, ...resolveBulk(edits).values]];
      tx.send(mergeItemsSql(storeId === null), values);
      itemKeys.push(...keys);
    } else {
      for (const barcode of barcodes) {
        merging.push(mergeCustomization(ctx, tx, { retailerId, storeId, barcode }, edits));
      }
    }
  }
  const merged = await Promise.all(merging);
  const storeIds = await lockStores(tx, retailerId, storeId === null ? null : [storeId]);
  if (storeId !== null && !storeIds.length) throw storeNotFound();
  publishItemChanges(tx, retailerId, { storeIds, itemKeys }, ctx.now());
  markListings(tx, retailerId, { storeIds, itemKeys }, ctx.now());
  await finishEdits(ctx, tx, { retailerId, storeIds }, merged);
}
