import { candidatesIn, ofValue, scan } from "../../kernel/kernel.sql.ts";

export const insertEntries = `
  INSERT INTO history_entry (retailer_id, history_id, created_at, actor, actor_id, action, store_id, item_key, target, before, after, request_id, operation_id)
  SELECT $1, e.id, $2, $3, $4, e.action, e.store_id, e.item_key, e.target, e.before, e.after, $5, $6
  FROM unnest($7::uuid[], $8::text[], $9::uuid[], $10::text[], $11::jsonb[], $12::jsonb[], $13::jsonb[])
    AS e (id, action, store_id, item_key, target, before, after)`;

/**
 * SQL: an id that begins with `$7` and ends with a hash of the operation `$6` and of a text. A distributed database takes no random id
 * together with parameters.
 */
export const idOf = (text: string): string => `($7::text || left(md5($6::uuid::text || ${text}), 10))::uuid`;

/**
 * Inserts an entry for each change of a customization in `changes`: rows of `item_key, store_id, before, after`, the last two in
 * JSON. `$1` retailer, `$2` time, `$3` actor, `$4` its id, `$5` request, `$6` operation, `$7` the first part of the ids.
 */
export const insertEditEntries = (changes: string): string => `
  INSERT INTO history_entry (retailer_id, history_id, created_at, actor, actor_id, action, store_id, item_key, target, before, after,
                             request_id, operation_id)
  SELECT $1::uuid, ${idOf("c.item_key || COALESCE(c.store_id::text, '')")}, $2::timestamptz, $3::jsonb, $4::text,
         CASE WHEN c.before IS NULL THEN 'customization.create' WHEN c.after IS NULL THEN 'customization.delete'
              ELSE 'customization.update' END,
         c.store_id, c.item_key,
         jsonb_build_object('type', 'customization', 'id', COALESCE(c.after, c.before)->'id', 'storeId', c.store_id,
                            'barcode', COALESCE(c.after, c.before)->'barcode'),
         c.before, c.after, $5::text, $6::uuid
  FROM ${changes} c`;

const columns = `h.history_id AS id, h.created_at AS at, h.actor, h.action, h.target, h.before, h.after, h.request_id AS "requestId",
  h.operation_id AS "operationId"`;

/**
 * `$1` retailer, `$2` id, `$3` candidates, `$4` matches, `$5` actor, `$6` action, `$7` lowest id, `$8` store, `$9` operation, `$10`
 * item. The candidates are the entries of `of`: an operation, an item, a store or the whole retailer.
 */
const list = (order: "ASC" | "DESC", of: "operation" | "item" | "store" | "retailer"): string => {
  const narrowed = {
    operation: ofValue(order, ["operation_id", "$9"], ["history_id", "$2"]),
    item: ofValue(order, ["item_key", "$10"], ["history_id", "$2"]),
    store: ofValue(order, ["store_id", "$8"], ["history_id", "$2"]),
    retailer: `history_id ${order === "ASC" ? ">" : "<"} $2 ORDER BY history_id ${order}`,
  };
  return scan({
    order,
    candidates: `
      SELECT history_id AS key, actor_id, action, store_id, operation_id, item_key FROM history_entry
      WHERE retailer_id = $1 AND history_id >= $7 AND ${narrowed[of]} ${candidatesIn("$3")}`,
    found: `
      SELECT c.key, r.*
      FROM candidate c
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM history_entry h WHERE h.retailer_id = $1 AND h.history_id = c.key LIMIT 1
      ) r
      WHERE ($5::text IS NULL OR c.actor_id = $5) AND ($6::text IS NULL OR c.action = $6)
        AND ($8::uuid IS NULL OR c.store_id = $8) AND ($9::uuid IS NULL OR c.operation_id = $9)
        AND ($10::text IS NULL OR c.item_key = $10)
      ORDER BY c.key ${order} LIMIT $4`,
  });
};

const bothWays = (of: Parameters<typeof list>[1]) => ({ newestFirst: list("DESC", of), back: list("ASC", of) });

export const listEntries = {
  retailer: bothWays("retailer"),
  store: bothWays("store"),
  item: bothWays("item"),
  operation: bothWays("operation"),
};
