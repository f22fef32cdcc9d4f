import { wakeDelivery } from "@highstreet/delivery";
import type { StoreIds } from "../../core/channels/index.ts";
import { deleteSuperseded, withEffectiveValues, withLookedUpValues, withoutValues } from "../../core/items/index.ts";
import { appendWritten, publishedState, withVisible } from "../../core/log/index.ts";

/**
 * `stock_stage` holds the lines of a feed or PATCH that may change an item. `stock_news` numbers the events of a large feed. Both are
 * temporary and stay for the connection, so that no ingest writes to the catalogue.
 */
export const openStageSql = `
  SET LOCAL client_min_messages = warning;
  SET LOCAL work_mem = '64MB';
  CREATE TEMPORARY TABLE IF NOT EXISTS stock_stage (
    line int, kind "char", item_key text, barcode text, price numeric(12, 2), quantity numeric(14, 3), currency text,
    condition item_condition
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY SEQUENCE IF NOT EXISTS stock_news MINVALUE 0 CACHE 1000;
  SELECT setval('stock_news', 0, false)`;

/**
 * Part of a `WITH` list: the staged rows for a statement that also reads tables of retailers. A distributed database sends them to the
 * machine of the retailer, because the stage is in the session. (docs/decisions/0060)
 */
const stage = "stage AS MATERIALIZED (SELECT * FROM stock_stage)";

export const clearStageSql = "DELETE FROM stock_stage";

/** The target of COPY. */
export const stageColumns = "stock_stage (line, kind, item_key, barcode, price, quantity, currency, condition)";

export const stageLinesSql = `
  INSERT INTO ${stageColumns}
  SELECT * FROM unnest($1::int[], $2::"char"[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::text[], $8::item_condition[])`;

export const deleteSupersededSql = deleteSuperseded("stock_stage");

/** For a PATCH, which rejects these lines. */
export const rejectSupersededSql = `${deleteSupersededSql} RETURNING s.line, s.barcode`;

/**
 * Part of a `WITH` list: the staged lines that leave out a value, with the quantities of their items. A sub-select, because the planner
 * might read the whole store for a join.
 */
const partial = (isPartial: string): string => `
  stage AS MATERIALIZED (SELECT line, item_key FROM stock_stage s WHERE s.kind = 'l' AND ${isPartial}),
  partial AS MATERIALIZED (
    SELECT s.line, (
      SELECT i.quantity FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key) AS quantity
    FROM stage s
  )`;

/**
 * Rejects lines of new items without a price or a quantity. Run this first: such a line does not supersede an earlier line. IS TRUE makes
 * PostgreSQL hash the lines of a PATCH, where the strategy allows no hash join.
 */
export const rejectIncompleteSql = `
  WITH ${partial("(s.price IS NULL OR s.quantity IS NULL)")}
  DELETE FROM stock_stage s
  WHERE s.kind = 'l' AND (s.line IN (SELECT line FROM partial WHERE quantity IS NULL)) IS TRUE
  RETURNING s.line, CASE WHEN s.price IS NULL THEN 'price' ELSE 'quantity' END AS field`;

export interface PricelessRow {
  /** Number of rejected lines, and those of them in stock. */
  count: number;
  inStock: number;
  /** The first `$3` of them. */
  lines: number[];
}

/** Rejects lines without a price of items that are new. A feed without a price column can have five million of them. */
export const rejectPricelessSql = `
  WITH ${partial("s.price IS NULL")}, gone AS (
    DELETE FROM stock_stage s USING partial
    WHERE s.kind = 'l' AND s.line = partial.line AND partial.quantity IS NULL
    RETURNING s.line, s.quantity
  ), first AS (SELECT line FROM gone ORDER BY line LIMIT $3)
  SELECT count(*)::int AS count, (count(*) FILTER (WHERE quantity > 0))::int AS "inStock",
         (SELECT COALESCE(array_agg(line), '{}') FROM first) AS lines
  FROM gone`;

export const countValidSql = `
  WITH ${partial("s.quantity IS NULL")}
  SELECT count(*)::int AS "validLines",
         (count(*) FILTER (WHERE s.quantity > 0) + (SELECT count(*) FROM partial WHERE quantity > 0))::int AS "inStockValidLines"
  FROM stock_stage s WHERE s.kind = 'l'`;

/** Stages the items in stock that nothing has named since `$3`, with quantity 0. */
export const stageUnseenSql = `
  INSERT INTO stock_stage (line, kind, item_key, quantity)
  SELECT 0, 'a', item_key, 0 FROM stock_item
  WHERE retailer_id = $1 AND store_id = $2 AND absent_since <= $3 AND status <> 'out_of_stock'`;

/**
 * How staged rows (alias `s`) find their items (alias `i`). The planner knows neither the size of a temporary table nor the size
 * of a store. `sparse`: few rows. Each row is looked up by its whole key, which LIMIT fixes. `dense`: the rows are merged with all items
 * of the store in key order. This order is close to the order on the disk, and writing in another order takes twice as long. The
 * `remote` shapes are the same for a distributed database, which takes neither a sequence nor the place of a row on the disk. Its machines
 * may have no statistics yet, so these shapes allow only hash joins and look-ups with LIMIT (docs/decisions/0060).
 */
export type Shape = "sparse" | "dense" | "remote sparse" | "remote dense";
/** `bare`: `dense` for a store without edits and without product data (`hasValuesSql`). Its items need no joins. */
export type WriteShape = Shape | "bare";

const key = "i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key";
/** Joins a staged row with its item. `kind`: JOIN, or LEFT JOIN for rows without an item, too. */
const joinItem = (shape: WriteShape, kind: "JOIN" | "LEFT JOIN", columns = "i.*"): string =>
  shape.endsWith("sparse")
    ? `${kind} LATERAL (SELECT ${columns} FROM stock_item i WHERE ${key} LIMIT 1) i ON true`
    : `${kind} stock_item i ON ${key}`;

/** One plan for all stores. Planning takes longer than the other work of a till's line. */
const lookUp = `
  SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL jit = off;
  SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`;

const merge = `
  SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_nestloop = off; SET LOCAL enable_hashjoin = off`;

/** The planner settings of each shape, for the rest of the transaction. */
export const joinStrategySql: Record<Shape, string> = {
  sparse: lookUp,
  dense: merge,
  "remote sparse": "SET LOCAL jit = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_nestloop = off",
  "remote dense": "SET LOCAL jit = off; SET LOCAL enable_nestloop = off",
};

export const resetJoinStrategySql = `
  SET LOCAL plan_cache_mode TO DEFAULT; SET LOCAL jit TO DEFAULT; SET LOCAL enable_seqscan TO DEFAULT;
  SET LOCAL enable_nestloop TO DEFAULT; SET LOCAL enable_hashjoin TO DEFAULT; SET LOCAL enable_mergejoin TO DEFAULT`;

/** The two statements after a dense update find new and unchanged items by a hash join. */
export const allowHashJoinSql = "SET LOCAL enable_hashjoin = on";

/** Part of each `WITH` list: gives PostgreSQL the types of all parameters, also in statements that do not use them. */
const given = `given AS (
  SELECT $1::uuid, $2::uuid, $3::text AS country, $4::text AS now, $5::text AS currency, $6::timestamptz AS absent_since,
         $7::timestamptz AS left_out_since, $8::timestamptz AS unless_since, $9::bigint AS appended, $10::timestamptz AS at)`;
const now = "$10";

/** An item is out of stock at quantity 0, and low in stock below 3. */
const statusOf = (quantity: string): string =>
  `CASE WHEN ${quantity} <= 0 THEN 'out_of_stock'::stock_status WHEN ${quantity} < 3 THEN 'low_stock' ELSE 'in_stock' END`;

const isOther = `(s.price <> i.price OR s.quantity <> i.quantity OR s.currency <> i.currency OR s.condition <> i.condition
  OR length(s.barcode) > length(i.barcode))`;

/**
 * The item after its row. A value that the row leaves out stays. `absent_since` also stays null for an item of the last feed that a PATCH
 * changes, so that the next feed need not write it again. `updated_at` is then the time of the PATCH.
 */
const next = {
  barcode: "CASE WHEN length(s.barcode) > length(i.barcode) THEN s.barcode ELSE i.barcode END",
  quantity: "COALESCE(s.quantity, i.quantity)",
  price: "COALESCE(s.price, i.price)",
  currency: "COALESCE(s.currency, i.currency)",
  condition: "COALESCE(s.condition, i.condition)",
  status: statusOf("COALESCE(s.quantity, i.quantity)"),
  absentSince: `CASE WHEN s.kind = 'a' THEN COALESCE(i.absent_since, GREATEST($7, i.updated_at))
    WHEN i.absent_since IS NULL AND (${isOther} OR i.updated_at = ${now}) THEN NULL ELSE $6 END`,
};
const mayWrite = "($8::timestamptz IS NULL OR (i.updated_at <= $8 AND COALESCE(i.absent_since <= $8, true)))";

/** The sequence of the next event, after `$9` events that the same write has appended. `dense` counts in `stock_news` instead. */
const sequence = "(SELECT next_sequence + $9 FROM store WHERE retailer_id = $1 AND store_id = $2)";
const state = publishedState({ visible: "visible", status: "status", price: "price", currency: "currency", was: "e" });

const valuesOf = (shape: WriteShape) =>
  shape === "bare" ? withoutValues : shape === "remote sparse" ? withLookedUpValues : withEffectiveValues;
const shown = (shape: WriteShape, items: string): string => `(${withVisible(`${valuesOf(shape)(items)} e`)})`;
/** Items as they will be, with their new published state. `is_news`: it differs from the last one. */
const publish = (shape: WriteShape, items: string): string => `(
  SELECT e.*, ${state.status} AS published_status, ${state.price} AS published_price, ${state.currency} AS published_currency,
         ${state.isChanged} AS is_news
  FROM ${shown(shape, items)} e)`;

/** Numbers the events of `publish` by a window, which every database takes. */
const numbered = (shape: WriteShape, items: string): string => `(
  SELECT e.*, CASE WHEN is_news THEN
    ${sequence} + count(*) FILTER (WHERE is_news) OVER (ORDER BY item_key ROWS UNBOUNDED PRECEDING) - 1 END AS sequence
  FROM ${publish(shape, items)} e)`;

/** Numbers the events by the sequence, which saves large feeds a tenth of the time. */
const counting = (isNews: string): string => `CASE WHEN ${isNews} THEN ${sequence} + nextval('stock_news') END`;

/** The columns that `appendWritten` and `counted` need, except `is_news`. */
const asWritten = `i.item_key, i.barcode, i.condition, i.announced_status AS published_status, i.announced_price AS published_price,
  i.announced_currency AS published_currency, i.announced_sequence AS sequence, i.absent_since`;
const counted = `
  SELECT count(*)::int AS items, (count(*) FILTER (WHERE is_news))::int AS events, min(absent_since) AS since FROM written`;

/** The answer of a statement that writes items. */
export interface WrittenRow {
  items: number;
  events: number;
  /** The earliest `absent_since` of the written items. */
  since: Date | null;
}

const forEachShape = (statement: (shape: Shape) => string): Record<Shape, string> => ({
  sparse: statement("sparse"),
  dense: statement("dense"),
  "remote sparse": statement("remote sparse"),
  "remote dense": statement("remote dense"),
});

/** How an UPDATE finds the items `i` of the rows `s`. `sparse`: at their places on the disk, which the rows have looked up. */
const target: Record<Shape, string> = {
  sparse: "i.retailer_id = $1 AND i.ctid = s.place",
  dense: key,
  "remote sparse": `${key} AND i.item_key = ANY (ARRAY (SELECT item_key FROM stage))`,
  "remote dense": key,
};
const updated = publishedState({ ...next, visible: "s.visible", was: "i" });

const changed = (shape: Shape): string => `(
  SELECT $1::uuid AS retailer_id, $2::uuid AS store_id, i.ctid AS place, i.item_key, ${next.barcode} AS barcode,
         ${next.quantity} AS quantity, ${next.price} AS price, ${next.currency} AS currency, ${next.condition} AS condition,
         ${next.status} AS status, ${next.absentSince} AS absent_since, i.announced_status, i.announced_price, i.announced_currency
  FROM stage s ${joinItem(shape, "JOIN", "i.ctid, i.*")} WHERE ${isOther} AND ${mayWrite})`;

const updateNumbered = (shape: Shape): string => `
  WITH ${given}, ${stage}, written AS (
    UPDATE stock_item i
    SET barcode = s.barcode, quantity = s.quantity, price = s.price, currency = s.currency, condition = s.condition,
        status = s.status, absent_since = s.absent_since, updated_at = ${now}, announced_status = s.published_status,
        announced_price = s.published_price, announced_currency = s.published_currency,
        announced_sequence = COALESCE(s.sequence, i.announced_sequence)
    FROM ${numbered(shape, changed(shape))} s
    WHERE ${target[shape]}
    RETURNING ${asWritten}, s.is_news
  ), ${appendWritten(valuesOf(shape))}
  ${counted}`;

/** Reads the items once, because it joins the staged rows with the items that it updates. */
const updateCounting = (shape: "dense" | "bare"): string => `
  WITH ${given}, written AS (
    UPDATE stock_item i
    SET barcode = ${next.barcode}, quantity = ${next.quantity}, price = ${next.price}, currency = ${next.currency},
        condition = ${next.condition}, status = ${next.status}, absent_since = ${next.absentSince}, updated_at = ${now},
        announced_status = ${updated.status}, announced_price = ${updated.price}, announced_currency = ${updated.currency},
        announced_sequence = COALESCE(${counting(updated.isChanged)}, i.announced_sequence)
    FROM ${shown(shape, "(SELECT $1::uuid AS retailer_id, $2::uuid AS store_id, s.* FROM stock_stage s)")} s
    WHERE ${key} AND ${isOther} AND ${mayWrite}
    RETURNING ${asWritten}, COALESCE(i.announced_sequence >= ${sequence}, false) AS is_news
  ), ${appendWritten(valuesOf(shape))}
  ${counted}`;

/** Updates the items that a staged row changes, and appends their events. */
export const updateItemsSql: Record<WriteShape, string> = {
  sparse: updateNumbered("sparse"),
  dense: updateCounting("dense"),
  bare: updateCounting("bare"),
  "remote sparse": updateNumbered("remote sparse"),
  "remote dense": updateNumbered("remote dense"),
};

/** Updates `absent_since` of items that a staged row does not change. */
export const touchItemsSql = forEachShape(
  (shape) => `
  WITH ${given}, ${stage}, written AS (
    UPDATE stock_item i SET absent_since = s.next_since
    FROM (
      SELECT i.ctid AS place, i.item_key, ${next.absentSince} AS next_since FROM stage s ${joinItem(shape, "JOIN", "i.ctid, i.*")}
      WHERE ${next.absentSince} IS DISTINCT FROM i.absent_since AND ${mayWrite}
    ) s
    WHERE ${target[shape]}
    RETURNING i.absent_since, false AS is_news
  )
  ${counted}`,
);

const fresh = (shape: WriteShape): string => `(
  SELECT $1::uuid AS retailer_id, $2::uuid AS store_id, s.item_key, COALESCE(s.barcode, s.item_key) AS barcode, s.quantity, s.price,
         ${statusOf("s.quantity")} AS status, COALESCE(s.currency, $5) AS currency, COALESCE(s.condition, 'new') AS condition,
         NULL::stock_status AS announced_status, NULL::numeric AS announced_price, NULL::text AS announced_currency
  FROM stage s ${joinItem(shape, "LEFT JOIN", "i.item_key")}
  WHERE s.kind = 'l' AND i.item_key IS NULL)`;

const isCounting = (shape: WriteShape): boolean => shape === "dense" || shape === "bare";
const insert = (shape: WriteShape): string => `
  WITH ${given}, ${stage}, written AS (
    INSERT INTO stock_item AS i
      (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, absent_since, announced_status,
       announced_price, announced_currency, announced_sequence, created_at, updated_at)
    SELECT $1, $2, item_key, barcode, status, quantity, price, currency, condition, $6, published_status, published_price,
           published_currency, ${isCounting(shape) ? counting("is_news") : "sequence"}, ${now}, ${now}
    FROM ${(isCounting(shape) ? publish : numbered)(shape, fresh(shape))} s
    ORDER BY item_key
    RETURNING ${asWritten}, i.announced_sequence IS NOT NULL AS is_news
  ), ${appendWritten(valuesOf(shape))}
  ${counted}`;

/** Inserts the items that are new, and appends their events. */
export const insertItemsSql: Record<WriteShape, string> = { ...forEachShape(insert), bare: insert("bare") };

/** The effects that the staged rows would have on the items. */
export interface PlannedRow {
  changedItems: number;
  newItems: number;
  /** Items that go out of stock. */
  emptied: number;
  /** Items that come into stock. */
  filled: number;
}

export const planItemsSql = forEachShape(
  (shape) => `
  WITH ${given}, ${stage}
  SELECT (count(*) FILTER (WHERE ${isOther}))::int AS "changedItems",
         (count(*) FILTER (WHERE i.item_key IS NULL))::int AS "newItems",
         (count(*) FILTER (WHERE ${next.quantity} > 0 AND COALESCE(i.quantity <= 0, true)))::int AS filled,
         (count(*) FILTER (WHERE ${next.quantity} <= 0 AND i.quantity > 0))::int AS emptied
  FROM stage s ${joinItem(shape, "LEFT JOIN")}
  WHERE CASE WHEN i.item_key IS NULL THEN s.kind = 'l' ELSE ${mayWrite} END`,
);

export interface CountedStoreRow {
  version: number;
  /** Whether the retailer has hides that end by stock. */
  hasHides: boolean;
  isPublished: boolean;
}

/** Counts a write in its store: `$3` more items in stock, `$4` events. Wakes the delivery of the events. */
export const countInStoreSql = `
  WITH settled AS (
    UPDATE store SET stock_version = stock_version + 1, in_stock_count = in_stock_count + $3, next_sequence = next_sequence + $4
    WHERE retailer_id = $1 AND store_id = $2
    RETURNING store_id, stock_version
  ), with_events AS (SELECT store_id FROM settled WHERE $4::int > 0), ${wakeDelivery}
  SELECT stock_version AS version,
    EXISTS (SELECT 1 FROM customization c WHERE c.retailer_id = $1 AND c.hidden_while IS NOT NULL) AS "hasHides", EXISTS (
    SELECT 1 FROM publication p WHERE p.retailer_id = $1 AND p.store_id = $2) AS "isPublished" FROM settled`;

export interface CurrentStockRow {
  country: string;
  currency: string;
  version: number;
  inStock: number;
  /** When a feed last named the items of the store. */
  appliedAt: Date | null;
  /** Next time when an item can be unseen for too long; null: no item is unseen. */
  unseenDueAt: Date | null;
}

export const currentStockSql = `
  SELECT s.country, s.currency, s.stock_version AS version, s.in_stock_count AS "inStock", i.applied_at AS "appliedAt",
         i.unseen_due_at AS "unseenDueAt"
  FROM store s LEFT JOIN inventory_source i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = $1 AND s.store_id = $2`;

// COPY takes no parameters. Its statements contain ids that come from the database, so they are UUIDs.

/** The items of a store for COPY. The first column is the key. */
const itemRows = (columns: string, { retailerId, storeId }: StoreIds): string =>
  `SELECT item_key${columns} FROM stock_item WHERE retailer_id = '${retailerId}' AND store_id = '${storeId}'`;

/** The columns of an item for COPY, after its key. */
export const stateColumns = (item: string): string =>
  `${item}price, ${item}quantity, ${item}currency, ${item}condition, length(${item}barcode) - length(${item}item_key), ${item}absent_since IS NOT NULL`;

export const itemKeysQuery = (store: StoreIds): string => itemRows("", store);

export const itemStatesQuery = (store: StoreIds): string => itemRows(`, ${stateColumns("")}`, store);

export const digestQuery = ({ retailerId, storeId }: StoreIds): string =>
  `SELECT digest FROM stock_digest WHERE retailer_id = '${retailerId}' AND store_id = '${storeId}'`;

/** The target of COPY. */
export const digestColumns = "stock_digest (retailer_id, store_id, stock_version, digest)";

/** Size of the digest of a store if the digest has version `$3`. */
export const digestLengthSql = `
  SELECT length(digest) AS length FROM stock_digest WHERE retailer_id = $1 AND store_id = $2 AND stock_version = $3`;

export const deleteDigestSql = "DELETE FROM stock_digest WHERE retailer_id = $1 AND store_id = $2";

/** Reads all rows as of one moment, without a lock that a feed would wait for. */
export const readAsOfOneMomentSql = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
