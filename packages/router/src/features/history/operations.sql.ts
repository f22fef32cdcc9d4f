import { candidatesIn, ofValue, scan } from "../../kernel/kernel.sql.ts";
import { LOWEST_ID } from "../../kernel/paging.ts";
import { MAX_COUNTED, SHOWN_PRODUCTS } from "./history.schema.ts";

/** The entries of the operation `of` in their order. */
const entriesOf = (of: string): string => `
  FROM history_entry h WHERE h.retailer_id = $1 AND ${ofValue("ASC", ["h.operation_id", of], ["h.history_id", `'${LOWEST_ID}'::uuid`])}`;

/**
 * The first entries of the operation `of`: of the store `store`, or all where that is NULL. The store has an index of its own, because
 * 100,000 entries of others can come before.
 */
const firstEntries = (of: string, store: string, most: number, columns = "h.*"): string => `
  (SELECT ${columns} ${entriesOf(of)} ${candidatesIn(`CASE WHEN ${store}::uuid IS NULL THEN ${most} ELSE 0 END`)})
  UNION ALL
  (SELECT ${columns} FROM history_entry h WHERE h.retailer_id = $1 AND h.operation_id = ${of}
     AND ${ofValue("ASC", ["h.store_id", `${store}::uuid`], ["h.history_id", `'${LOWEST_ID}'::uuid`])} ${candidatesIn(String(most))})`;

/**
 * The operations of a retailer's history with their first entry (of the store), by one look-up each. `$1` retailer,
 * `$2` id, `$3` candidates, `$4` matches, `$5` lowest and `$6` highest id, `$7` actor, `$8` actions, `$9` store.
 */
const list = (order: "ASC" | "DESC"): string => {
  const next = (position: string): string => `
    SELECT operation_id FROM history_entry
    WHERE retailer_id = $1 AND operation_id ${order === "ASC" ? ">" : "<"} ${position} AND operation_id >= $5 AND operation_id < $6
    ORDER BY operation_id ${order} LIMIT 1`;
  return scan({
    order,
    candidates: `
      WITH RECURSIVE step AS (
        SELECT (${next("$2")}) AS key
        UNION ALL
        SELECT (${next("step.key")}) FROM step WHERE step.key IS NOT NULL
      ) SELECT key FROM step WHERE key IS NOT NULL ${candidatesIn("$3")}`,
    found: `
      SELECT c.key, r.*
      FROM candidate c CROSS JOIN LATERAL (
        SELECT h.history_id AS id, h.created_at AS at, h.actor, h.actor_id, h.action, h.target, h.before, h.after
        FROM (${firstEntries("c.key", "$9", 1)}) h LIMIT 1
      ) r
      WHERE ($7::text IS NULL OR r.actor_id = $7) AND ($8::text[] IS NULL OR r.action = ANY ($8))
      ORDER BY c.key ${order} LIMIT $4`,
  });
};

export const listOperationsSql = { newestFirst: list("DESC"), back: list("ASC") };

export interface EntriesRow {
  operationId: string;
  entries: number;
  products: number;
  /** Of some of them. */
  barcodes: string[];
}

/** The entries of the operations `$2`, of the store `$3` (null: all), and their products. */
export const countEntriesSql = `
  SELECT o.id AS "operationId", e.entries, e.products, e.barcodes[1:${SHOWN_PRODUCTS}] AS barcodes
  FROM unnest($2::uuid[]) o (id) CROSS JOIN LATERAL (
    SELECT count(*)::int AS entries, count(DISTINCT item_key)::int AS products,
           COALESCE(array_agg(DISTINCT barcode) FILTER (WHERE barcode IS NOT NULL), '{}') AS barcodes
    FROM (${firstEntries("o.id", "$3", MAX_COUNTED, "h.item_key, h.target->>'barcode' AS barcode")}) h
  ) e`;

/** Stores whose files are searched for a title. */
const MAX_STORES = 100;

/** The title of each item `$2`: of the edit for all stores, the product data or a file of the store `$3` (null: any). */
export const titlesSql = `
  SELECT k.item_key AS "itemKey", COALESCE(every.title, p.title, (
    SELECT f.title FROM (SELECT store_id FROM store WHERE retailer_id = $1 AND ($3::uuid IS NULL OR store_id = $3) ORDER BY store_id LIMIT ${MAX_STORES}) s
    JOIN store_product f ON f.retailer_id = $1 AND f.store_id = s.store_id AND f.item_key = k.item_key AND f.title IS NOT NULL LIMIT 1
  )) AS title
  FROM unnest($2::text[]) k (item_key)
  LEFT JOIN customization every ON every.retailer_id = $1 AND every.item_key = k.item_key AND every.store_id IS NULL
  LEFT JOIN product p ON p.retailer_id = $1 AND p.item_key = k.item_key`;
