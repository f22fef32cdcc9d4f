import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";

/** Both of a mark: the item, and that its store is to be looked at. Stores that publish nothing are left out. */
const mark = (marked: string): string => `
  WITH marked AS (
    INSERT INTO listing_change (retailer_id, store_id, item_key) ${marked} ON CONFLICT DO NOTHING
    RETURNING store_id
  )
  UPDATE publication p SET due_at = $2
  FROM (SELECT DISTINCT store_id FROM marked) m
  WHERE p.retailer_id = $1 AND p.store_id = m.store_id AND p.due_at > $2`;

/** An item of a store is looked up by its whole key: `LIMIT` keeps that from becoming a join, which would read the whole store. */
const itemOf = (storeId: string, itemKey: string): string => `CROSS JOIN LATERAL (
    SELECT item_key FROM stock_item i
    WHERE i.retailer_id = $1 AND i.store_id = ${storeId} AND i.item_key = ${itemKey} LIMIT 1
  ) i`;

/** One item of one store, as most edits have it. */
const markOne = mark(`
  SELECT p.retailer_id, p.store_id, i.item_key FROM publication p ${itemOf("$3", "$4")}
  WHERE p.retailer_id = $1 AND p.store_id = $3`);

const markNamed = mark(`
  SELECT p.retailer_id, p.store_id, i.item_key
  FROM publication p CROSS JOIN (SELECT DISTINCT unnest($4::text[]) AS item_key) k ${itemOf("p.store_id", "k.item_key")}
  WHERE p.retailer_id = $1 AND p.store_id = ANY ($3::uuid[])`);

const markStaged = mark(`
  SELECT p.retailer_id, p.store_id, s.item_key FROM publication p CROSS JOIN stock_stage s
  WHERE p.retailer_id = $1 AND p.store_id = $3`);

const markProducts = mark(`
  SELECT p.retailer_id, p.store_id, i.item_key
  FROM publication p JOIN stock_item i ON i.retailer_id = p.retailer_id AND i.store_id = p.store_id
  JOIN product_stage s ON s.item_key = i.item_key
  JOIN product c ON c.retailer_id = p.retailer_id AND c.item_key = s.item_key AND c.updated_at = $2
  WHERE p.retailer_id = $1`);

// What marks must be written in the transaction that changed the items, under their stores' locks: whoever compares holds
// them, too, so that no mark is taken for a change that cannot be seen yet. All are sent, not waited for.

/** Items that may be shown otherwise now, in every one of the stores that has them. */
export function markListings(
  tx: SqlTx,
  retailerId: string,
  { storeIds, itemKeys }: { storeIds: string[]; itemKeys: string[] },
  now: Date,
): void {
  if (storeIds.length === 1 && itemKeys.length === 1) {
    tx.send(markOne, [retailerId, now, storeIds[0], itemKeys[0]]);
    return;
  }
  // As in `announceItems`: by its estimate of the arrays PostgreSQL would plan it anew each time.
  tx.send("SET LOCAL plan_cache_mode = force_generic_plan");
  tx.send(markNamed, [retailerId, now, storeIds, itemKeys]);
}

/** The items of `stock_stage`. */
export function markStagedListings(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): void {
  tx.send(markStaged, [retailerId, now, storeId]);
}

/** The items of `product_stage` whose data were changed at `now`, in all stores of the retailer that have them. */
export function markProductListings(tx: SqlTx, retailerId: string, now: Date): void {
  tx.send(markProducts, [retailerId, now]);
}
