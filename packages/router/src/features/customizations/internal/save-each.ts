import type { SqlTx } from "@highstreet/db";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { holdRetailer } from "../../../kernel/find-retailer.ts";
import type { Edits } from "../customizations.schema.ts";
import type { ItemsTarget } from "./edit-items.ts";
import { inLockOrder, mergeEach } from "./merge-each.ts";
import { finishEdits } from "./save-customization.ts";

/** The edits of one product. */
export interface ItemEdits {
  barcode: string;
  edits: Edits;
}

/**
 * Saves an edit of each product of the target, for all stores (`storeId` null) or for one store.
 * @throws the errors of `saveCustomization`
 */
export async function saveEach(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId, itemKeys }: ItemsTarget,
  items: ItemEdits[],
): Promise<void> {
  const edits = items.map((item, n) => ({ ...item, itemKey: itemKeys[n] as string, storeId }));
  holdRetailer(tx, retailerId);
  const merged = await mergeEach(ctx, tx, retailerId, inLockOrder(edits));
  const storeIds = await lockStores(tx, retailerId, storeId === null ? null : [storeId]);
  await finishEdits(ctx, tx, { retailerId, storeIds }, merged);
}
