import type { SqlTx } from "@highstreet/db";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { holdRetailer } from "../../../kernel/find-retailer.ts";
import type { Edits } from "../customizations.schema.ts";
import { inLockOrder, mergeEach } from "./merge-each.ts";
import { finishEdits } from "./save-customization.ts";

/** The edits of one product. */
export interface ItemEdits {
  barcode: string;
  edits: Edits;
}

/**
 * Saves edits of different products, for all stores (`storeId` null) or for one store.
 * @throws the errors of `saveCustomization`
 */
export async function saveEach(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId }: { retailerId: string; storeId: string | null },
  items: ItemEdits[],
): Promise<void> {
  holdRetailer(tx, retailerId);
  const merged = await mergeEach(ctx, tx, retailerId, inLockOrder(items.map((item) => ({ ...item, storeId }))));
  const storeIds = await lockStores(tx, retailerId, storeId === null ? null : [storeId]);
  await finishEdits(ctx, tx, { retailerId, storeIds }, merged);
}
