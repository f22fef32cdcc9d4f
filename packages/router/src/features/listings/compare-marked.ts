import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { compareItems } from "./compare-items.ts";
import type { Patience } from "./lock-store.ts";

/** As many at once as hold the store's lock for a few hundredths of a second. */
const BATCH = 1_000;

/** Looked up by their keys: for a join with itself the planner might read the whole table for each. */
const takeMarks = `
  DELETE FROM listing_change
  WHERE retailer_id = $1 AND store_id = $2 AND item_key = ANY (ARRAY (
    SELECT item_key FROM listing_change WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key LIMIT ${BATCH}))
  RETURNING item_key AS "itemKey"`;

/**
 * Compares items of a store that may have changed with their listings.
 * @returns how many were looked at; with fewer than asked for, none is left
 */
export async function compareMarked(
  ctx: Context,
  store: StoreIds,
  patience: Patience = {},
): Promise<{ looked: number; isAll: boolean }> {
  return ctx.db.sqlTransaction(
    store,
    async (tx) => {
      await lockStores(tx, store.retailerId, [store.storeId]);
      const marks = await tx.query<{ itemKey: string }>(takeMarks, [store.retailerId, store.storeId]);
      const itemKeys = marks.map(({ itemKey }) => itemKey);
      if (itemKeys.length) await compareItems(tx, store, itemKeys, ctx.now());
      return { looked: itemKeys.length, isAll: itemKeys.length < BATCH };
    },
    patience,
  );
}
