import type { SqlTx } from "@highstreet/db";
import { effectively } from "../../core/items/index.ts";
import { appendWritten, callWorkers, seenState, wakeDelivery, withVisible } from "../../core/log/index.ts";
import { markStagedListings } from "../listings/index.ts";

/**
 * How staged rows (alias `s`) find their items (alias `i`). The planner knows neither how full a temporary table is nor how
 * large a store. `sparse`, few rows for the size of the store: each is looked up by its whole key, since where nothing is
 * constant there is no other way. `dense`: they are merged with all items of the store, in the order of their keys. That is
 * mostly the order on the disk, and writing in another takes twice as long.
 */
type Shape = "sparse" | "dense";

const keys: Record<Shape, string> = {
  sparse: "i.retailer_id = s.retailer_id AND i.store_id = s.store_id AND i.item_key = s.item_key",
  dense: "i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key",
};
const staged = (shape: Shape): string => `(
  SELECT $1::uuid AS retailer_id, $2::uuid AS store_id, s.* FROM stock_stage s
  ${shape === "sparse" ? "OFFSET 0" : ""})`;
const shown = (items: string): string => `(${withVisible(`${effectively(items)} e`)})`;

/** Part of each `WITH` list: PostgreSQL is told the types of all parameters, whichever the statement uses. */
const given = `given AS (
  SELECT $1::uuid, $2::uuid, $3::text AS country, $4::text AS now, $5::text AS currency, $6::timestamptz AS named_at,
         $7::timestamptz AS absent_since, $8::timestamptz AS unless_since)`;
const now = "$4::text::timestamptz";

/** Contract §3, Status. */
const statusOf = (quantity: string): string =>
  `CASE WHEN ${quantity} <= 0 THEN 'out_of_stock' WHEN ${quantity} < 3 THEN 'low_stock' ELSE 'in_stock' END`;

/** What an item is after its row; what the row leaves out stays. */
const next = {
  barcode: "CASE WHEN length(s.barcode) > length(i.barcode) THEN s.barcode ELSE i.barcode END",
  quantity: "COALESCE(s.quantity, i.quantity)",
  price: "COALESCE(s.price, i.price)",
  currency: "COALESCE(s.currency, i.currency)",
  condition: "COALESCE(s.condition, i.condition)",
  status: statusOf("COALESCE(s.quantity, i.quantity)"),
  namedAt: "CASE WHEN s.kind = 'a' THEN COALESCE(i.named_at, $7) ELSE $6 END",
};
const isOther = `(s.price <> i.price OR s.quantity <> i.quantity OR s.currency <> i.currency OR s.condition <> i.condition
  OR length(s.barcode) > length(i.barcode))`;
const mayWrite = "($8::timestamptz IS NULL OR (i.updated_at <= $8 AND COALESCE(i.named_at <= $8, true)))";

/** The next event's; those of one ingest are numbered by `stock_news` from 0 on. */
const sequence = "(SELECT next_sequence FROM store WHERE retailer_id = $1 AND store_id = $2)";
const newSequence = (isNews: string): string => `CASE WHEN ${isNews} THEN ${sequence} + nextval('stock_news') END`;

/** What `appendWritten` and `counted` take. */
const asWritten = `i.item_key, i.barcode, i.condition, i.announced_status AS seen_status, i.announced_price AS seen_price,
  i.announced_currency AS seen_currency, i.announced_sequence AS sequence, i.named_at,
  COALESCE(i.announced_sequence >= ${sequence}, false) AS is_news`;
const counted = `
  SELECT count(*)::int AS items, (count(*) FILTER (WHERE is_news))::int AS events, min(named_at) AS since FROM written`;

const update = (shape: Shape, seen = seenState({ ...next, visible: "s.visible", was: "i" })): string => `
  WITH ${given}, written AS (
    UPDATE stock_item i
    SET barcode = ${next.barcode}, quantity = ${next.quantity}, price = ${next.price}, currency = ${next.currency},
        condition = ${next.condition}, status = ${next.status}, named_at = ${next.namedAt}, updated_at = ${now},
        announced_status = ${seen.status}, announced_price = ${seen.price}, announced_currency = ${seen.currency},
        announced_sequence = COALESCE(${newSequence(seen.isNews)}, i.announced_sequence)
    FROM ${shown(staged(shape))} s
    WHERE ${keys[shape]} AND ${isOther} AND ${mayWrite}
    RETURNING ${asWritten}
  ), ${appendWritten()}
  ${counted}`;

/** Of items that are as they were, when they were named. */
const touch = (shape: Shape): string => `
  WITH ${given}, written AS (
    UPDATE stock_item i SET named_at = ${next.namedAt}
    FROM ${staged(shape)} s
    WHERE ${keys[shape]} AND ${next.namedAt} IS DISTINCT FROM i.named_at AND ${mayWrite}
    RETURNING i.named_at, false AS is_news
  )
  ${counted}`;

const fresh = (shape: Shape): string => `(
  SELECT s.retailer_id, s.store_id, s.item_key, COALESCE(s.barcode, s.item_key) AS barcode, s.quantity, s.price,
         ${statusOf("s.quantity")} AS status, COALESCE(s.currency, $5) AS currency, COALESCE(s.condition, 'new') AS condition,
         NULL::text AS announced_status, NULL::numeric AS announced_price, NULL::text AS announced_currency
  FROM ${staged(shape)} s LEFT JOIN stock_item i ON ${keys[shape]}
  WHERE s.kind = 'l' AND i.item_key IS NULL)`;
const itself = { visible: "s.visible", status: "s.status", price: "s.price", currency: "s.currency", was: "s" };
const insert = (shape: Shape, seen = seenState(itself)): string => `
  WITH ${given}, written AS (
    INSERT INTO stock_item AS i
      (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, named_at, announced_status,
       announced_price, announced_currency, announced_sequence, created_at, updated_at)
    SELECT $1, $2, item_key, barcode, status, quantity, price, currency, condition, $6, ${seen.status}, ${seen.price},
           ${seen.currency}, ${newSequence(seen.isNews)}, ${now}, ${now}
    FROM ${shown(fresh(shape))} s
    ORDER BY item_key
    RETURNING ${asWritten}
  ), ${appendWritten()}
  ${counted}`;

const foresee = (shape: Shape): string => `
  WITH ${given}
  SELECT (count(*) FILTER (WHERE ${isOther}))::int AS "changedItems",
         (count(*) FILTER (WHERE i.item_key IS NULL))::int AS "newItems",
         (count(*) FILTER (WHERE ${next.quantity} > 0 AND COALESCE(i.quantity <= 0, true)))::int AS filled,
         (count(*) FILTER (WHERE ${next.quantity} <= 0 AND i.quantity > 0))::int AS emptied
  FROM ${staged(shape)} s LEFT JOIN stock_item i ON ${keys[shape]}
  WHERE CASE WHEN i.item_key IS NULL THEN s.kind = 'l' ELSE ${mayWrite} END`;

const settle = (): string => `
  WITH settled AS (
    UPDATE store SET stock_version = stock_version + 1, in_stock_count = in_stock_count + $3, next_sequence = next_sequence + $4
    WHERE retailer_id = $1 AND store_id = $2
    RETURNING store_id, stock_version
  ), told AS (SELECT store_id FROM settled WHERE $4::int > 0), ${wakeDelivery}
  SELECT stock_version AS version, EXISTS (
    SELECT FROM publication p WHERE p.retailer_id = $1 AND p.store_id = $2) AS "isPublished" FROM settled`;

/** What is to be written, beside the rows of `stock_stage`, of which an item has one at most. */
export interface StockWrite {
  store: { retailerId: string; storeId: string; country: string; currency: string };
  now: Date;
  shape: Shape;
  /** When an item that a row names was last named, from now on: null, by the last feed. */
  namedAt: Date | null;
  /** When an item that the feed leaves out was last named, where that is not known yet. */
  absentSince: Date;
  /** Items that were written since stay as they are. */
  unlessSince?: Date;
}

const valuesOf = ({ store, now, namedAt, absentSince, unlessSince }: StockWrite): unknown[] => [
  ...[store.retailerId, store.storeId, store.country, now.toISOString(), store.currency],
  ...[namedAt, absentSince, unlessSince ?? null],
];

const lookUp = `
  SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL jit = off;
  SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`;

const merge = `
  SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_nestloop = off; SET LOCAL enable_hashjoin = off`;

/**
 * Has each staged row's item looked up by its key, or (`dense`) merged; to be called before `foreseeStock` and `writeStock`. Of a
 * table of some ten thousand items the planner would rather read all, of all stores, than look up the few hundred rows that it
 * takes every stage to have. Looking up is one plan for all stores, and making it takes longer than what a till's line takes
 * besides; merging is planned for the store that it is done in.
 */
export function planFor(tx: SqlTx, shape: Shape): void {
  tx.send(shape === "sparse" ? lookUp : merge);
}

/** How many items go out of stock, and come into it. */
export interface StockMoves {
  emptied: number;
  filled: number;
}

/** Says what `writeStock` would do. The caller holds the store's lock. */
export async function foreseeStock(
  tx: SqlTx,
  write: StockWrite,
): Promise<StockMoves & { changedItems: number; newItems: number }> {
  const [foreseen] = await tx.query<Awaited<ReturnType<typeof foreseeStock>>>(foresee(write.shape), valuesOf(write));
  if (!foreseen) throw new Error("an aggregate gave no row");
  return foreseen;
}

export interface WrittenStock {
  changedItems: number;
  newItems: number;
  /** When the first of the items that no feed names any more was last named; null: none was written. */
  unseenSince: Date | null;
  /** The store's stock version, which is another whenever an item is written; undefined: none was. */
  version: number | undefined;
}

/** @param expect what there may be among the staged rows */
export interface Expected extends StockMoves {
  /** At most. */
  rows: number;
  /** Items that the store has. */
  known: boolean;
  /** Items that stay as they are, but for when they were named. */
  touched: boolean;
}

/**
 * Makes the store's items what `stock_stage` says, and announces what is news by the same statements (`seenState`, `appendWritten`):
 * a row is written once. The caller holds the store's lock.
 */
export async function writeStock(tx: SqlTx, write: StockWrite, expected: Expected): Promise<WrittenStock> {
  const none = { items: 0, events: 0, since: null as Date | null };
  const values = valuesOf(write);
  const run = async (statement: string) => (await tx.query<typeof none>(statement, values))[0] ?? none;
  const changed = expected.known ? await run(update(write.shape)) : none;
  if (write.shape === "dense") tx.send("SET LOCAL enable_hashjoin = on");
  const touched = expected.known && expected.touched ? await run(touch(write.shape)) : none;
  const added = expected.rows > changed.items + touched.items ? await run(insert(write.shape)) : none;

  const all = [changed, touched, added];
  const events = changed.events + added.events;
  const since = all.flatMap((one) => one.since ?? []).sort((a, b) => a.getTime() - b.getTime());
  const { retailerId, storeId } = write.store;
  const moved = [retailerId, storeId, expected.filled - expected.emptied, events];
  type Settled = { version: number; isPublished: boolean };
  const [settled] = all.some(({ items }) => items > 0) ? await tx.query<Settled>(settle(), moved) : [];
  if (settled?.isPublished) markStagedListings(tx, write.store, write.now);
  if (events) callWorkers(tx);
  return {
    ...{ changedItems: changed.items, newItems: added.items },
    ...{ unseenSince: since[0] ?? null, version: settled?.version },
  };
}
