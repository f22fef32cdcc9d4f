import type { Tx } from "@highstreet/db";
import { announceItems } from "../events/index.ts";

/** What the lines of `stock_stage` did to a store. */
export interface AppliedStock {
  validLines: number;
  inStockValidLines: number;
  changedItems: number;
  newItems: number;
  /** Valid lines that a later line of the same item took the place of. */
  superseded: { line: number; barcode: string }[];
  /** Lines that left out a price or quantity which no item has yet (PATCH). */
  incomplete: { line: number; field: "price" | "quantity" }[];
}

/** Up to so many lines are looked up one by one; more are joined as a whole, which the planner cannot know of a temporary table. */
const LOOKED_UP = 200;

const countStaged = "SELECT count(*)::int AS lines FROM stock_stage";

const supersede = `
  DELETE FROM stock_stage s USING (
    SELECT item_key, max(line) AS line FROM stock_stage WHERE valid GROUP BY item_key HAVING count(*) > 1
  ) kept
  WHERE s.valid AND s.item_key = kept.item_key AND s.line < kept.line
  RETURNING s.line, s.barcode`;

const rejectIncomplete = `
  DELETE FROM stock_stage s
  WHERE s.valid AND (s.price IS NULL OR s.quantity IS NULL) AND NOT EXISTS (
    SELECT FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key)
  RETURNING s.line, CASE WHEN s.price IS NULL THEN 'price' ELSE 'quantity' END AS field`;

const countValid = `
  SELECT count(*)::int AS "validLines",
         (count(*) FILTER (WHERE COALESCE(s.quantity, i.quantity) > 0))::int AS "inStockValidLines"
  FROM stock_stage s
  LEFT JOIN stock_item i
    ON s.quantity IS NULL AND i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key
  WHERE s.valid`;

/** The longest spelling of a barcode is kept; what a line leaves out keeps the item's value, else the store's default. */
const compare = `
  INSERT INTO stock_diff
  SELECT $2, s.item_key,
         CASE WHEN length(i.barcode) >= length(s.barcode) THEN i.barcode ELSE s.barcode END,
         COALESCE(s.price, i.price), COALESCE(s.quantity, i.quantity), COALESCE(s.status, i.status),
         COALESCE(s.currency, i.currency, $3), COALESCE(s.condition, i.condition, 'new'),
         COALESCE(i.quantity > 0, false), i.item_key IS NULL
  FROM stock_stage s
  LEFT JOIN stock_item i ON i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key
  WHERE s.valid AND (i.item_key IS NULL OR length(s.barcode) > length(i.barcode)
    OR (COALESCE(s.price, i.price), COALESCE(s.quantity, i.quantity), COALESCE(s.status, i.status),
        COALESCE(s.currency, i.currency), COALESCE(s.condition, i.condition))
       IS DISTINCT FROM (i.price, i.quantity, i.status, i.currency, i.condition))`;

const emptyAbsent = `
  INSERT INTO stock_diff
  SELECT i.store_id, i.item_key, i.barcode, i.price, 0, 'out_of_stock', i.currency, i.condition, i.quantity > 0, false
  FROM stock_item i
  WHERE i.retailer_id = $1 AND i.store_id = $2 AND (i.quantity <> 0 OR i.status <> 'out_of_stock')
    AND NOT EXISTS (SELECT FROM stock_stage s WHERE s.item_key = i.item_key)`;

const update = `
  UPDATE stock_item i
  SET barcode = d.barcode, price = d.price, quantity = d.quantity, status = d.status, currency = d.currency,
      condition = d.condition, updated_at = $3
  FROM stock_diff d
  WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = d.item_key AND NOT d.is_new`;

const insert = `
  INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition,
                          created_at, updated_at)
  SELECT $1, $2, item_key, barcode, status, quantity, price, currency, condition, $3, $3
  FROM stock_diff WHERE is_new ORDER BY item_key`;

const count = `
  WITH changed AS (
    SELECT (count(*) FILTER (WHERE NOT is_new))::int AS "changedItems", (count(*) FILTER (WHERE is_new))::int AS "newItems",
           (count(*) FILTER (WHERE quantity > 0) - count(*) FILTER (WHERE was_in_stock))::int AS gained
    FROM stock_diff
  ), store AS (
    UPDATE store SET stock_version = stock_version + 1, in_stock_count = in_stock_count + gained
    FROM changed
    WHERE retailer_id = $1 AND store_id = $2 AND "changedItems" + "newItems" > 0
  )
  SELECT "changedItems", "newItems" FROM changed`;

/**
 * Compares the lines of `stock_stage` with the store's items, writes what changed and announces it. The caller holds the
 * store's lock. With `mode` `replace`, items that no line names go out of stock.
 */
export async function applyStock(
  tx: Tx,
  store: { retailerId: string; storeId: string; currency: string },
  mode: "update" | "replace" | "patch",
  now: Date,
): Promise<AppliedStock> {
  const ids = [store.retailerId, store.storeId];
  const [staged] = await tx.query<{ lines: number }>(countStaged);
  if (mode === "replace" || (staged && staged.lines > LOOKED_UP)) await tx.query("SET LOCAL enable_nestloop = off");
  // First, so that a line which cannot stand takes the place of none.
  const incomplete = mode === "patch" ? await tx.query<AppliedStock["incomplete"][number]>(rejectIncomplete, ids) : [];
  const superseded = await tx.query<AppliedStock["superseded"][number]>(supersede);
  const [lines] = await tx.query<Pick<AppliedStock, "validLines" | "inStockValidLines">>(countValid, ids);
  await tx.query(compare, [...ids, store.currency]);
  if (mode === "replace" && lines?.validLines) await tx.query(emptyAbsent, ids);
  await tx.query(update, [...ids, now]);
  await tx.query(insert, [...ids, now]);
  const [items] = await tx.query<Pick<AppliedStock, "changedItems" | "newItems">>(count, ids);
  if (!lines || !items) throw new Error("an aggregate gave no row");
  if (items.changedItems + items.newItems > 0) await announceItems(tx, store.retailerId, "staged", now);
  return { ...lines, ...items, superseded, incomplete };
}
