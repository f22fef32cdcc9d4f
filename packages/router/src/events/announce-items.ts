import type { Sql } from "@highstreet/db";
import { effectiveItem, visibleIn } from "../products/index.ts";
import { wakeDelivery } from "./wake-delivery.ts";

/** `to_json` where a text needs escaping; digits and our own words do not. */
const json = (column: string): string => `COALESCE(to_json(${column})::text, 'null')`;

/** Contract §3, Item key: the normalized id of an item. */
const normalizedId = `'local:en:' || lower(s.country) || ':' ||
  CASE WHEN c.item_key ~ '^[0-9]+$' AND length(c.item_key) < 18 THEN lpad(c.item_key, 18, '0')
       WHEN c.item_key ~ '^[0-9]+$' THEN c.item_key ELSE c.barcode END`;

/** `inventory.update` (spec.md, Events) by plain concatenation, which is three times as fast as `json_build_object`. */
const data = `'{"id":' || to_json(${normalizedId})::text || ',"barcode":' || to_json(c.barcode)::text ||
  ',"status":"' || c.seen_status || '","price":' || c.seen_price || ',"currency":"' || c.seen_currency ||
  '","condition":"' || c.condition || '","createdAt":"' || $4 || '","store":{"id":"' || c.store_id || '"}}'`;

/** The eight keys of `product`; null in the log where nothing is known. */
const product = `CASE WHEN num_nonnulls(c.title, c.description, c.brand, c.category, c.color, c.size, c.group_id) > 0
    OR cardinality(c.images) > 0 THEN
  '{"title":' || ${json("c.title")} || ',"contentLanguage":"en","brand":' || ${json("c.brand")} ||
  ',"description":' || ${json("c.description")} || ',"images":' || ${json("c.images")} ||
  ',"category":' || ${json("c.category")} ||
  ',"attributes":' || json_build_object('color', c.color, 'size', c.size)::text ||
  ',"groupId":' || ${json("c.group_id")} || '}' END`;

/** @param items effective items (alias `e`) of retailer `$1`, told by `$2` and `$3` */
const announce = (items: string): string => `
  WITH seen AS (
    SELECT e.*,
           CASE WHEN visible THEN status ELSE 'out_of_stock' END AS seen_status,
           CASE WHEN visible THEN price ELSE announced_price END AS seen_price,
           CASE WHEN visible THEN currency ELSE announced_currency END AS seen_currency
    FROM (SELECT e.*, ${visibleIn("webhooks")} AS visible
          FROM ${items}) e
    WHERE visible OR announced_status IS NOT NULL
  ), changed AS (
    SELECT *, row_number() OVER (PARTITION BY store_id ORDER BY item_key) - 1 AS n
    FROM seen
    WHERE (seen_status, seen_price, seen_currency)
          IS DISTINCT FROM (announced_status, announced_price, announced_currency)
  ), told AS (
    UPDATE store s SET next_sequence = s.next_sequence + c.events
    FROM (SELECT store_id, count(*) AS events FROM changed GROUP BY store_id) c
    WHERE s.retailer_id = $1 AND s.store_id = c.store_id
    RETURNING s.store_id, s.country, s.next_sequence - c.events AS first, c.events
  ), appended AS (
    INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, product, created_at)
    SELECT $1, c.store_id, s.first + c.n, 'inventory.update', c.item_key, ${data}, ${product}, $4::timestamptz
    FROM changed c JOIN told s USING (store_id)
  ), remembered AS (
    UPDATE stock_item i
    SET announced_status = c.seen_status, announced_price = c.seen_price, announced_currency = c.seen_currency,
        announced_sequence = s.first + c.n
    FROM changed c JOIN told s USING (store_id)
    WHERE i.retailer_id = $1 AND i.store_id = c.store_id AND i.item_key = c.item_key
  ), ${wakeDelivery}
  SELECT COALESCE(sum(events), 0)::int AS events FROM told`;

/** Each looked up by its whole key: a join would read the whole store to find one. `LIMIT` keeps it from becoming one. */
const announceNamed = announce(`
  (SELECT DISTINCT unnest($2::uuid[]) AS store_id) s CROSS JOIN (SELECT DISTINCT unnest($3::text[]) AS item_key) k
  CROSS JOIN LATERAL (
    SELECT * FROM ${effectiveItem} e
    WHERE e.retailer_id = $1 AND e.store_id = s.store_id AND e.item_key = k.item_key
    LIMIT 1
  ) e`);
const announceStaged = announce(`
  ${effectiveItem} e
  JOIN stock_diff d ON d.store_id = e.store_id AND d.item_key = e.item_key
    AND e.retailer_id = $1 AND $2::uuid[] IS NULL AND $3::text[] IS NULL`);

/**
 * The only writer of `inventory.update` (contract §6, When). Of the given items it takes those whose state, as the
 * webhooks channel sees it, is not what the log last said of them; appends their events; and remembers them as said.
 * So after every commit the last event of an item says what the database says, and no event repeats the one before it.
 *
 * The caller holds the locks of the stores (`lockStores`), has written its own rows, and calls this in the same transaction.
 * @param items the items in every one of the stores; `"staged"`: those in the transaction's table `stock_diff`
 * @returns the number of events written
 */
export async function announceItems(
  tx: Sql,
  retailerId: string,
  items: { storeIds: string[]; itemKeys: string[] } | "staged",
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  if (items === "staged") {
    const [told] = await tx.query<{ events: number }>(announceStaged, [retailerId, null, null, at]);
    return told?.events ?? 0;
  }
  const [told] = await tx.query<{ events: number }>(announceNamed, [retailerId, items.storeIds, items.itemKeys, at]);
  return told?.events ?? 0;
}
