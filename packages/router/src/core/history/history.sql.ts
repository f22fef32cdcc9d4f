import { candidatesIn, ofValue, scan } from "../../kernel/scan.sql.ts";

/** Inserts entries of the retailer `$1`: one array for each column that differs. */
export const insertEntries = `
  INSERT INTO history_entry (retailer_id, history_id, created_at, actor, actor_id, action, store_id, item_key, target, before, after, request_id)
  SELECT $1, e.id, $2, $3, $4, e.action, e.store_id, e.item_key, e.target, e.before, e.after, $5
  FROM unnest($6::uuid[], $7::text[], $8::uuid[], $9::text[], $10::jsonb[], $11::jsonb[], $12::jsonb[])
    AS e (id, action, store_id, item_key, target, before, after)`;

const columns = `h.history_id AS id, h.created_at AS at, h.actor, h.action, h.target, h.before, h.after, h.request_id AS "requestId"`;

/**
 * `$1` retailer, `$2` id, `$3` candidates, `$4` matches, `$5` actor, `$6` action, `$7` lowest id, `$8` store; of an item, `$9`.
 * The candidates are the entries of the item; without an item, of the store; without both, all entries.
 */
const list = (order: "ASC" | "DESC", of: "item" | "store" | "retailer"): string => {
  const narrowed = {
    item: ofValue(order, ["item_key", "$9"], ["history_id", "$2"]),
    store: ofValue(order, ["store_id", "$8"], ["history_id", "$2"]),
    retailer: `history_id ${order === "ASC" ? ">" : "<"} $2 ORDER BY history_id ${order}`,
  };
  return scan({
    order,
    candidates: `
      SELECT history_id AS key, actor_id, action, store_id FROM history_entry
      WHERE retailer_id = $1 AND history_id >= $7 AND ${narrowed[of]} ${candidatesIn("$3")}`,
    found: `
      SELECT c.key, r.*
      FROM candidate c
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM history_entry h WHERE h.retailer_id = $1 AND h.history_id = c.key LIMIT 1
      ) r
      WHERE ($5::text IS NULL OR c.actor_id = $5) AND ($6::text IS NULL OR c.action = $6)
        AND ($8::uuid IS NULL OR c.store_id = $8)
      ORDER BY c.key ${order} LIMIT $4`,
  });
};

const bothWays = (of: Parameters<typeof list>[1]) => ({ newestFirst: list("DESC", of), back: list("ASC", of) });

/** Statements that list the entries of a retailer, a store or an item. */
export const listEntries = { retailer: bothWays("retailer"), store: bothWays("store"), item: bothWays("item") };
