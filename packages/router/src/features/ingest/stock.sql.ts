import { wakeDelivery } from "@highstreet/delivery";
import { deleteSuperseded, keepExactKeys, withEffectiveValues, withLookedUpValues } from "../../core/items/index.ts";
import { appendItemEvents, hasRules, stateOfItem, withVisible } from "../../core/log/index.ts";

/**
 * `stock_stage` holds the lines of a feed or PATCH, `stock_change` their effects on the items. Both are temporary and stay for the
 * connection, so that no ingest writes to the catalogue.
 */
export const openStageSql = `
  SET LOCAL client_min_messages = warning;
  SET LOCAL work_mem = '64MB';
  CREATE TEMPORARY TABLE IF NOT EXISTS stock_stage (
    line int, kind "char", item_key text, barcode text, price numeric(12, 2), quantity numeric(14, 3), currency text,
    condition item_condition, exact_key text, status stock_status, regular_price numeric(12, 2), sale_price numeric(12, 2),
    sale_from timestamptz, sale_until timestamptz
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS stock_change (
    effect "char", line int, item_key text, barcode text, status stock_status, quantity numeric, price numeric, currency text,
    condition item_condition, regular_price numeric, sale_price numeric, sale_from timestamptz, sale_until timestamptz,
    price_changes_at timestamptz, absent_since timestamptz, updated_at timestamptz, moved int, announced_status stock_status,
    announced_price numeric, announced_currency text, was json
  ) ON COMMIT DELETE ROWS`;

/** Plans each statement of a feed for the number of its lines, which PostgreSQL sees in the size of the temporary tables. */
export const planForSizeSql = "SET LOCAL plan_cache_mode = force_custom_plan";

/** For a feed. A pooled session can have the stage of the release before, which has no such column. */
export const stagePiecesSql = "ALTER TABLE stock_stage ADD COLUMN IF NOT EXISTS piece text";

/**
 * Part of a `WITH` list: the staged rows for a statement that also reads tables of retailers. A distributed database sends them to the
 * machine of the retailer, because the stage is in the session. (docs/decisions/0060)
 */
const stage = "stage AS MATERIALIZED (SELECT * FROM stock_stage)";

export const clearStageSql = "DELETE FROM stock_stage; DELETE FROM stock_change";

const ofSale = ["regular_price", "sale_price", "sale_from", "sale_until"];
const saleColumns = ofSale.join(", ");
/**
 * Stages lines from JSON, whose members are columns of the stage. A null keeps the value of the item; a status makes its quantity null.
 * The kinds of lines are `l`: a valid line of a feed, which states all values but the price; `p`: a valid line of a PATCH; `s`: a
 * rejected line with a readable barcode, whose item counts as named and keeps its values; `a`: an item that nothing names; `d`: the start
 * or end of a sale, or an item that an undone feed has changed.
 */
export const stageLinesSql = "INSERT INTO stock_stage SELECT * FROM json_populate_recordset(NULL::stock_stage, $1)";

/** For a PATCH, which rejects these lines. */
export const rejectSupersededSql = `${deleteSuperseded("stock_stage")} RETURNING s.line, s.barcode`;

export const keepExactKeysSql = keepExactKeys("stock_stage", "barcode");

export interface RejectedRow {
  count: number;
  inStock: number;
  first: { line: number; barcode: string }[];
}

const isStocked = "(s.quantity > 0 OR s.status <> 'out_of_stock')";

const rejected = (lines: string): string => `
  SELECT count(*)::int AS count, (count(*) FILTER (WHERE ${isStocked}))::int AS "inStock",
         (SELECT COALESCE(json_agg(json_build_object('line', line, 'barcode', barcode) ORDER BY line), '[]')
          FROM (SELECT line, barcode FROM ${lines} ORDER BY line LIMIT $1) first) AS first
  FROM ${lines} s`;

/**
 * The lines of an item with several pieces, such as lots. If `$2`, also those with several values. Returns their number and the first
 * `$1` of them.
 */
export const rejectSeveralSql = `
  WITH several AS MATERIALIZED (
    SELECT item_key FROM stock_stage WHERE kind = 'l' GROUP BY item_key
    HAVING $2::boolean AND count(DISTINCT (quantity, status, price, currency)) > 1 OR count(DISTINCT piece) > 1
  ), lines AS MATERIALIZED (
    SELECT s.line, s.item_key, COALESCE(s.barcode, s.item_key) AS barcode, s.quantity, s.status
    FROM stock_stage s JOIN several m USING (item_key) WHERE s.kind = 'l'
  ), seen AS (
    UPDATE stock_stage s SET kind = 's', line = -s.line, barcode = NULL, price = NULL, quantity = NULL, currency = NULL,
      condition = NULL, status = NULL, regular_price = NULL, sale_price = NULL, sale_from = NULL, sale_until = NULL, piece = NULL
    FROM lines l WHERE s.line = l.line
  ) ${rejected("lines")}`;

/**
 * Leaves one row per item of a feed: its last valid line, otherwise a rejected line. Returns the number of superseded lines and the
 * first `$1` of them. The row keeps the longest spelling of all lines, which begins with the most zeros and so is the least text.
 */
export const supersedeLinesSql = `
  WITH repeated AS MATERIALIZED (
    SELECT item_key, max(line) AS line, min(barcode COLLATE "C") AS barcode FROM stock_stage GROUP BY item_key HAVING count(*) > 1
  ), kept AS (
    UPDATE stock_stage s SET barcode = r.barcode FROM repeated r
    WHERE s.item_key = r.item_key AND s.line = r.line AND s.kind = 'l' AND r.barcode IS NOT NULL
  ), gone AS (
    DELETE FROM stock_stage s USING repeated r WHERE s.item_key = r.item_key AND s.line < r.line
    RETURNING s.kind, s.line, COALESCE(s.barcode, s.item_key) AS barcode, s.quantity, s.status
  ), lines AS (SELECT * FROM gone WHERE kind = 'l') ${rejected("lines")}`;

/**
 * Part of a `WITH` list: the staged lines that leave out a value, with the status of their items. A sub-select, because the planner
 * might read the whole store for a join.
 */
const partial = (isPartial: string): string => `
  stage AS MATERIALIZED (SELECT line, item_key FROM stock_stage s WHERE s.kind = 'p' AND ${isPartial}),
  partial AS MATERIALIZED (
    SELECT s.line, (
      SELECT i.status FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key) AS status
    FROM stage s
  )`;

const isSilent = "(s.quantity IS NULL AND s.status IS NULL)";

/** Rejects lines of new items without a price or a quantity. Run this first: such a line does not supersede an earlier line. */
export const rejectIncompleteSql = `
  WITH ${partial(`(s.price IS NULL OR ${isSilent})`)}
  DELETE FROM stock_stage s
  WHERE s.kind = 'p' AND s.line IN (SELECT line FROM partial WHERE status IS NULL)
  RETURNING s.line, CASE WHEN s.price IS NULL THEN 'price' ELSE 'quantity' END AS field`;

export const countPatchLinesSql = `
  WITH ${partial(isSilent)}
  SELECT count(*)::int AS "validLines",
         (count(*) FILTER (WHERE ${isStocked}) + (SELECT count(*) FROM partial WHERE status <> 'out_of_stock'))::int AS "inStockValidLines"
  FROM stock_stage s WHERE s.kind = 'p'`;

/** The first `$1` lines without a price of new items. */
export const pricelessLinesSql = "SELECT line FROM stock_change WHERE effect = 'm' ORDER BY line LIMIT $1";

/** Stages the items in stock that nothing has named since `$3`, with quantity 0. */
export const stageUnseenSql = `
  INSERT INTO stock_stage (line, kind, item_key, quantity)
  SELECT 0, 'a', item_key, 0 FROM stock_item
  WHERE retailer_id = $1 AND store_id = $2 AND absent_since <= $3 AND status <> 'out_of_stock'`;

export const watchUnseenSql = `
  UPDATE inventory_source SET unseen_due_at = LEAST(unseen_due_at, $3) WHERE retailer_id = $1 AND store_id = $2`;

/** Finds the next time at which an item in stock will be unseen for `$3` milliseconds. */
export const watchNextUnseenSql = `
  UPDATE inventory_source SET unseen_due_at = (
    SELECT min(absent_since) + $3 * interval '1 millisecond' FROM stock_item
    WHERE retailer_id = $1 AND store_id = $2 AND status <> 'out_of_stock')
  WHERE retailer_id = $1 AND store_id = $2`;

/** What is staged: few lines, whose items are looked up by their keys, or a feed, which concerns all items of its store. */
export type Staged = "lines" | "feed";

const ofStore = "i.retailer_id = $1 AND i.store_id = $2";
/** LIMIT makes PostgreSQL look up each item. A full join reads all items once, also those that the feed leaves out. */
const withItems: Record<Staged, string> = {
  lines: `LEFT JOIN LATERAL (SELECT * FROM stock_item i WHERE ${ofStore} AND i.item_key = s.item_key LIMIT 1) i ON true`,
  feed: `FULL JOIN (SELECT * FROM stock_item i WHERE ${ofStore}) i ON i.item_key = s.item_key`,
};

/** An item is out of stock at quantity 0, and low in stock below 3. Without a quantity, it has the availability of its last line. */
const status = `CASE WHEN quantity IS NULL THEN stated WHEN quantity <= 0 THEN 'out_of_stock' WHEN quantity < 3 THEN 'low_stock' ELSE 'in_stock' END`;

/** A feed's line (`l`) states all values but the price and its currency. Every other row keeps the values that it leaves out. */
const stated = (column: string, usual: string): string =>
  `COALESCE(s.${column}, CASE WHEN s.kind IS DISTINCT FROM 'l' THEN i.${column} END, ${usual})`;

/** The item after its row, with the status that is stated instead of a quantity. A row without a kind is an item that the feed leaves out. */
const next = {
  barcode:
    "COALESCE(CASE WHEN length(s.barcode) > length(i.barcode) THEN s.barcode END, i.barcode, s.barcode, s.item_key)",
  quantity: `CASE WHEN s.status IS NULL THEN
    COALESCE(s.quantity, CASE WHEN s.kind IS NULL AND $8::boolean THEN LEAST(i.quantity, 0) ELSE i.quantity END) END`,
  stated: "COALESCE(s.status, i.status)",
  price: "COALESCE(s.price, i.price)",
  // A currency belongs to a price: a known price never gets another one.
  currency: `COALESCE(CASE WHEN s.price IS NULL THEN i.currency END, ${stated("currency", "$4::text")})`,
  condition: stated("condition", "'new'"),
  // A row with a price says all about the sale of its item. Every other row keeps it.
  ...Object.fromEntries(ofSale.map((one) => [one, `CASE WHEN s.price IS NULL THEN i.${one} ELSE s.${one} END`])),
};

const isOther = `(i.item_key IS NULL OR ${next.price} <> i.price OR ${next.quantity} IS DISTINCT FROM i.quantity
  OR (i.quantity IS NULL AND s.status <> i.status) OR ${next.currency} <> i.currency
  OR ${next.condition} <> i.condition OR length(s.barcode) > length(i.barcode) OR s.price IS NOT NULL
  AND (${ofSale.map((one) => `s.${one}`).join(", ")}) IS DISTINCT FROM (${ofSale.map((one) => `i.${one}`).join(", ")}))`;
/** Of a new or changed item, what an undo stages again: a new item goes out of stock. */
const was = `CASE WHEN ${isOther} THEN json_build_array(COALESCE(i.item_key, s.item_key), i.price,
  CASE WHEN i.item_key IS NULL THEN 0 ELSE i.quantity END, i.currency, i.condition, CASE WHEN i.quantity IS NULL THEN i.status END,
  ${ofSale.map((one) => `i.${one}`).join(", ")}) END`;

/** `absent_since` changes, although nothing else does. */
const isTouched = `CASE WHEN COALESCE(s.kind, 'a') = 'a' THEN i.absent_since IS NULL
  ELSE i.absent_since IS DISTINCT FROM $5 AND (i.absent_since IS NOT NULL OR i.updated_at <> $3) END`;
const mayWrite = `CASE WHEN i.item_key IS NULL THEN s.kind IN ('l', 'p')
  ELSE $7::timestamptz IS NULL OR (i.updated_at <= $7 AND COALESCE(i.absent_since <= $9, true)) END`;

/**
 * Compares the rows of `stock_stage` with the items of the store `$2`, and writes their effects to `stock_change`: `n` a new item, `c` a
 * changed one, `t` one with only another `absent_since`, `m` a line without a price for a new item. `$3` is the time, `$4` the currency of
 * the store, `$5` the `absent_since` of items with a line, `$6` that of items without. Items that were written after `$7` stay as they
 * are. `$8`: items that the feed leaves out go out of stock. `$9` is `$7` by the clock of the retailer, as each `absent_since` is.
 *
 * `absent_since` also stays null for an item of the last feed that a PATCH changes, so that the next feed need not write it again.
 * `updated_at` is then the time of the PATCH.
 */
const compare = (staged: Staged): string => `
  INSERT INTO stock_change
  WITH ${stage}, found AS (
    SELECT s.line, COALESCE(s.kind, 'a') AS kind, COALESCE(s.item_key, i.item_key) AS item_key, i.item_key IS NULL AS is_new,
           ${Object.entries(next)
             .map(([column, value]) => `${value} AS ${column}`)
             .join(", ")},
           ${isOther} AS is_other, i.status AS old_status, i.absent_since, i.updated_at, i.announced_status, i.announced_price,
           i.announced_currency, ${staged === "feed" ? was : "NULL::json"} AS was
    FROM stage s ${withItems[staged]}
    WHERE ${mayWrite} AND (${isOther} OR ${isTouched})
  ), judged AS (SELECT *, ${status} AS status FROM found)
  SELECT CASE WHEN is_new AND price IS NULL THEN 'm' WHEN is_new THEN 'n' WHEN is_other THEN 'c' ELSE 't' END::"char",
         line, item_key, barcode, status, quantity, price, currency, condition, ${saleColumns},
         CASE price WHEN regular_price THEN sale_from WHEN sale_price THEN sale_until END,
         CASE WHEN kind = 'd' THEN absent_since WHEN kind = 'a' THEN COALESCE(absent_since, GREATEST($6::timestamptz, updated_at))
           WHEN NOT is_new AND is_other AND absent_since IS NULL THEN NULL ELSE $5::timestamptz END,
         CASE WHEN is_other THEN $3::timestamptz ELSE updated_at END,
         (status <> 'out_of_stock')::int - COALESCE(old_status <> 'out_of_stock', false)::int, announced_status, announced_price,
         announced_currency, was
  FROM judged`;

export const compareSql: Record<Staged, string> = { lines: compare("lines"), feed: compare("feed") };

export interface PlannedRow {
  items: number;
  changedItems: number;
  newItems: number;
  emptied: number;
  /** Items in stock after the write, less those before. */
  moved: number;
  /** Lines without a price of new items, and those of them in stock. */
  priceless: number;
  pricelessInStock: number;
  /** The earliest `absent_since` of the items to write. */
  since: Date | null;
}

export const plannedSql = `
  SELECT (count(*) FILTER (WHERE effect <> 'm'))::int AS items, (count(*) FILTER (WHERE effect = 'c'))::int AS "changedItems",
         (count(*) FILTER (WHERE effect = 'n'))::int AS "newItems", (count(*) FILTER (WHERE moved < 0))::int AS emptied,
         COALESCE(sum(moved) FILTER (WHERE effect <> 'm'), 0)::int AS moved, (count(*) FILTER (WHERE effect = 'm'))::int AS priceless,
         (count(*) FILTER (WHERE effect = 'm' AND status <> 'out_of_stock'))::int AS "pricelessInStock",
         min(absent_since) FILTER (WHERE effect <> 'm') AS since
  FROM stock_change`;

export interface ChangedRow {
  itemKey: string;
  barcode: string;
  /** null: a new item */
  before: { price: number; quantity: number | null } | null;
  after: { price: number; quantity: number | null };
}

/** The new and changed items of `stock_change`, before their write. */
export const changedItemsSql = `
  WITH changes AS MATERIALIZED (SELECT item_key, barcode, price, quantity FROM stock_change WHERE effect IN ('n', 'c'))
  SELECT s.item_key AS "itemKey", s.barcode, json_build_object('price', s.price, 'quantity', s.quantity) AS after,
         CASE WHEN i.item_key IS NOT NULL THEN json_build_object('price', i.price, 'quantity', i.quantity) END AS before
  FROM changes s ${withItems.lines}`;

const stored = `barcode, status, quantity, price, currency, condition, ${saleColumns}, price_changes_at, absent_since, updated_at`;
const replaced = [...stored.split(", "), "announced_status", "announced_price", "announced_currency"];

/**
 * Writes the items of `stock_change` in the store `$2`, in the order of their keys, which is close to the order on the disk. Appends and
 * numbers their events. `$3` is the country of the store, `$4` the time, `$5` the time as text.
 */
const write = (withValues: typeof withEffectiveValues): string => `
  WITH changes AS MATERIALIZED (
    SELECT $1::uuid AS retailer_id, $2::uuid AS store_id, effect, item_key, ${replaced.join(", ")} FROM stock_change WHERE effect <> 'm'
  ), next AS MATERIALIZED (
    SELECT *, CASE WHEN is_news THEN (SELECT next_sequence FROM store WHERE retailer_id = $1 AND store_id = $2) - 1
      + count(*) FILTER (WHERE is_news) OVER (ORDER BY item_key ROWS UNBOUNDED PRECEDING) END AS sequence
    FROM (
      SELECT e.*, ${stateOfItem.status} AS published_status, ${stateOfItem.price} AS published_price, ${stateOfItem.currency} AS published_currency,
             effect <> 't' AND ${stateOfItem.isChanged} AS is_news
      FROM (${withVisible(`${withValues("changes")} e`)}) e
    ) e
  ), written AS (
    INSERT INTO stock_item AS i (retailer_id, store_id, item_key, ${stored}, announced_status, announced_price,
      announced_currency, announced_sequence, created_at)
    SELECT $1, $2, item_key, ${stored}, published_status, published_price, published_currency, sequence, $4
    FROM next ORDER BY item_key
    ON CONFLICT (retailer_id, store_id, item_key) DO UPDATE
    SET ${replaced.map((column) => `${column} = excluded.${column}`).join(", ")},
        announced_sequence = COALESCE(excluded.announced_sequence, i.announced_sequence)
  ), ${appendItemEvents}
  SELECT (count(*) FILTER (WHERE is_news))::int AS events FROM next`;

export const writeItemsSql: Record<Staged, string> = {
  lines: write(withLookedUpValues),
  feed: write(withEffectiveValues),
};

export interface CountedStoreRow {
  hasHides: boolean;
  isPublished: boolean;
}

/** Counts a write in its store: `$3` more items in stock, `$4` events of the time `$5`. Wakes the delivery of the events. */
export const countInStoreSql = `
  WITH settled AS (
    UPDATE store SET stock_version = stock_version + 1, in_stock_count = in_stock_count + $3, next_sequence = next_sequence + $4
    WHERE retailer_id = $1 AND store_id = $2
    RETURNING store_id, next_sequence - $4 AS first
  ), with_events AS (SELECT * FROM settled WHERE $4::int > 0),
  ${wakeDelivery({ first: "SELECT * FROM with_events", actions: "ARRAY['inventory.update']", time: "$5" })}
  SELECT EXISTS (SELECT 1 FROM customization c WHERE c.retailer_id = $1 AND c.hidden_while IS NOT NULL) AS "hasHides", EXISTS (
    SELECT 1 FROM publication p WHERE p.retailer_id = $1 AND p.store_id = $2) AS "isPublished" FROM settled`;

export interface CurrentStockRow {
  country: string;
  currency: string;
  /** Its items follow rules. */
  hasRules: boolean;
  inStock: number;
  /** By a feed. */
  appliedAt: Date | null;
  /** null: no item is unseen. */
  unseenDueAt: Date | null;
  /** Of the retailer (`shopTime`). The other times here go by its clock. */
  clockAhead: number;
}

export const currentStockSql = `
  SELECT s.country, s.currency, ${hasRules("s.")} AS "hasRules", s.in_stock_count AS "inStock", i.applied_at AS "appliedAt",
         i.unseen_due_at AS "unseenDueAt",
         (SELECT r.clock_ahead FROM retailer r WHERE r.retailer_id = $1) AS "clockAhead"
  FROM store s LEFT JOIN inventory_source i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = $1 AND s.store_id = $2`;

/** Stages the prices after the starts and ends of sales until `$3` as rows `d`, at most `$4`. */
export const stageDueSalesSql = `
  INSERT INTO stock_stage (line, kind, item_key, price, ${saleColumns})
  SELECT 0, 'd', item_key, CASE WHEN ends THEN regular_price ELSE sale_price END, CASE WHEN NOT ends THEN regular_price END,
         CASE WHEN NOT ends THEN sale_price END, CASE WHEN NOT ends THEN sale_from END, CASE WHEN NOT ends THEN sale_until END
  FROM (
    SELECT *, COALESCE(sale_until <= $3, false) AS ends FROM stock_item
    WHERE retailer_id = $1 AND store_id = $2 AND price_changes_at <= $3 ORDER BY item_key LIMIT $4) due`;

/** The stores of the retailer `$1` with starts and ends of sales until `$2`. */
export const storesWithDueSalesSql = `
  SELECT DISTINCT store_id AS "storeId" FROM stock_item WHERE retailer_id = $1 AND price_changes_at <= $2`;

/** The quantities of the items `$3` of the store `$2`, in thousandths. Looks up each item, so that no plan reads the whole store. */
export const quantitiesSql = `
  SELECT k.item_key AS "itemKey", i.thousandths, i.status
  FROM unnest($3::text[]) k (item_key) CROSS JOIN LATERAL (
    SELECT (quantity * 1000)::float8 AS thousandths, status FROM stock_item i
    WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = k.item_key LIMIT 1) i`;
