import type { Prisma } from "@highstreet/db";
import { wakeDelivery } from "@highstreet/delivery";
import type { ChangeTopic } from "../../kernel/changes.schema.ts";
import { effectiveCondition, effectiveItem, seenStatus, visibleIn } from "../items/index.ts";

/** SQL: rules, a pause or a safety stock count for the items of the store, so writers of items settle them. */
export const hasRules = (store = ""): string =>
  `(${store}rule_version > 0 OR num_nonnulls(${store}pause, ${store}safety_stock) > 0)`;

const lockStores = (condition: string): string => `
  SELECT store_id AS "storeId", ${hasRules()} AS "hasRules" FROM store
  WHERE retailer_id = $1 ${condition} ORDER BY store_id FOR NO KEY UPDATE`;

export const lockStoresSql = { all: lockStores(""), named: lockStores("AND store_id = ANY ($2::uuid[])") };

const json = (column: string): string => `COALESCE(to_json(${column})::text, 'null')`;

/** Digits need no escaping. */
const isDigits = "ltrim(c.item_key, '0123456789') = ''";

/** Condition for a key of digits: `lpad` would cut a longer key. */
const isPadded = "left(c.item_key, 1) <> '0' AND length(c.item_key) BETWEEN 7 AND 17";

/** The normalized id of an item and its barcode. `normalizedId` is the same rule in TypeScript. */
const idAndBarcode = `CASE WHEN ${isDigits} THEN
    ('{"id":"local:en:' || c.country || ':') || (CASE WHEN ${isPadded} THEN lpad(c.item_key, 18, '0') ELSE c.item_key END ||
    '","barcode":"' || c.barcode || '"')
  ELSE '{"id":' || to_json('local:en:' || c.country || ':' || c.barcode)::text || ',"barcode":' || to_json(c.barcode)::text END`;

/**
 * `data` of `inventory.update` for the item `c`, with its store's country. Plain concatenation is three times
 * as fast as `json_build_object`. The brackets join what is equal for all items of a feed, so PostgreSQL joins it once.
 * @param time the time as text
 */
const eventText = (time: string): string => `${idAndBarcode} ||
  (',"status":"' || c.published_status || '","price":') || c.published_price || (',"currency":"' || c.published_currency ||
  '","condition":"' || ${effectiveCondition("c.condition", "c.product_condition")} || ('","createdAt":"' || ${time} || '","store":{"id":"' || c.store_id || '"}}'))`;

/** `data.product` of the effective item `c`, with null for unknown keys. null if all keys are unknown. */
const productText = `CASE WHEN num_nonnulls(c.title, c.description, c.brand, c.category, c.color, c.size, c.group_id) > 0
    OR cardinality(c.images) > 0 THEN
  '{"title":' || ${json("c.title")} || ',"contentLanguage":"en","brand":' || ${json("c.brand")} ||
  ',"description":' || ${json("c.description")} || ',"images":' || ${json("NULLIF(c.images, '{}')")} ||
  ',"category":' || ${json("c.category")} ||
  ',"attributes":' || CASE WHEN c.color IS NULL AND c.size IS NULL THEN 'null'
    ELSE '{"color":' || ${json("c.color")} || ',"size":' || ${json("c.size")} || '}' END ||
  ',"groupId":' || ${json("c.group_id")} || '}' END`;

interface ItemColumns {
  visible: string;
  status: string;
  price: string;
  currency: string;
  was: string;
}

/**
 * The rule of `inventory.update` as SQL expressions. A visible item has its own state. A hidden item that was published is
 * `out_of_stock` at its last price. `isChanged`: the state differs from the last published state.
 */
export function publishedState({ visible, status, price, currency, was }: ItemColumns) {
  return {
    status: `CASE WHEN ${visible} THEN ${status} WHEN ${was}.announced_status IS NOT NULL THEN 'out_of_stock' END`,
    price: `CASE WHEN ${visible} THEN ${price} ELSE ${was}.announced_price END`,
    currency: `CASE WHEN ${visible} THEN ${currency} ELSE ${was}.announced_currency END`,
    isChanged: `CASE WHEN ${visible}
      THEN (${status}, ${price}, ${currency})
           IS DISTINCT FROM (${was}.announced_status, ${was}.announced_price, ${was}.announced_currency)
      ELSE COALESCE(${was}.announced_status <> 'out_of_stock', false) END`,
  };
}

/** A SELECT of effective items (alias `e`) with `visible` and `seen_status`: whether and with which status the webhooks channel shows the item. */
export const withVisible = (items: string): string =>
  `SELECT e.*, ${visibleIn("'webhooks'")} AS visible, ${seenStatus("'webhooks'")} AS seen_status FROM ${items}`;

/** Of items with `visible` and `seen_status` (`withVisible`). */
export const stateOfItem = publishedState({
  visible: "visible",
  status: "seen_status",
  price: "price",
  currency: "currency",
  was: "e",
});

/**
 * A SELECT of the effective items (alias `e`) with a changed published state: `published_status`, `published_price`,
 * `published_currency`.
 */
const changesToPublish = (items: string): string => `
  SELECT *, ${stateOfItem.status} AS published_status, ${stateOfItem.price} AS published_price, ${stateOfItem.currency} AS published_currency
  FROM (${withVisible(items)}) e WHERE ${stateOfItem.isChanged}`;

/**
 * Part of a `WITH` list: appends the events of items that the same statement writes. The relation `next` has effective items with their
 * published state, `sequence` and `is_news`. `$1` is the retailer, `$2` the store, `$3` its country, `$4` the time, `$5` the time as text,
 * `$6` the trace.
 */
export const appendItemEvents = `
  appended AS (
    INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, product, created_at, traceparent)
    SELECT $1, $2, c.sequence, 'inventory.update', c.item_key, ${eventText("$5")}, ${productText}, $4, $6
    FROM (
      SELECT $2::uuid AS store_id, $3::text AS country, item_key, barcode, condition, published_status, published_price,
             published_currency, sequence, title, description, brand, images, category, color, size, group_id, product_condition
      FROM next WHERE is_news
    ) c
  )`;

/** Appends the changes in `with_events`, each with its `sequence` and the trace `$5`, and stores them as the published state of their items. */
const publishChanges = `
  appended AS (
    INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, product, created_at, traceparent)
    SELECT $1, c.store_id, c.sequence, 'inventory.update', c.item_key, ${eventText("$4")}, ${productText}, $4::timestamptz, $5
    FROM with_events c
  ), remembered AS (
    UPDATE stock_item i
    SET announced_status = c.published_status, announced_price = c.published_price, announced_currency = c.published_currency,
        announced_sequence = c.sequence
    FROM with_events c
    WHERE i.retailer_id = $1 AND i.store_id = c.store_id AND i.item_key = c.item_key
  ), ${wakeDelivery({ first: "SELECT store_id, first FROM counted", actions: "ARRAY['inventory.update']", time: "$4" })}
  SELECT`;

/** Looks up each item by its whole key. `LIMIT` prevents a join, which would read the whole store to find one item. */
const namedItems = `
  (SELECT DISTINCT unnest($2::uuid[]) AS store_id) s CROSS JOIN (SELECT DISTINCT unnest($3::text[]) AS item_key) k
  CROSS JOIN LATERAL (
    SELECT * FROM ${effectiveItem} e
    WHERE e.retailer_id = $1 AND e.store_id = s.store_id AND e.item_key = k.item_key
    LIMIT 1
  ) e`;

const publishItemsOf = (items: string): string => `
  WITH changed AS (
    SELECT *, row_number() OVER (PARTITION BY store_id ORDER BY item_key) - 1 AS n FROM (${changesToPublish(items)}) e
  ), counted AS (
    UPDATE store s SET next_sequence = s.next_sequence + c.events
    FROM (SELECT store_id, count(*) AS events FROM changed GROUP BY store_id) c
    WHERE s.retailer_id = $1 AND s.store_id = c.store_id
    RETURNING s.store_id, s.country, s.next_sequence - c.events AS first
  ), with_events AS (
    SELECT c.*, s.country, s.first + c.n AS sequence FROM changed c JOIN counted s USING (store_id)
  ), ${publishChanges}`;

export const publishItemsSql = publishItemsOf(namedItems);

/** Publishes the changes of all items of the stores `$2`. */
export const publishStoresSql = publishItemsOf(
  `${effectiveItem} e WHERE e.retailer_id = $1 AND e.store_id = ANY ($2::uuid[]) AND $3::text[] IS NULL`,
);

export type EventRow = Pick<Prisma.StoreEventModel, "action" | "data" | "product" | "createdAt"> & { sequence: number };

const events = (beyond: ">" | "<", order: "ASC" | "DESC"): string => `
  SELECT sequence, action, data, product, created_at AS "createdAt" FROM store_event
  WHERE retailer_id = $1 AND store_id = $2 AND sequence ${beyond} $3
  ORDER BY sequence ${order} LIMIT $4`;

/** SQL, because a read through Prisma is not cancelled when the caller disconnects. `$3` sequence, `$4` number of rows. */
export const eventsSql = { after: events(">", "ASC"), before: events("<", "DESC") };

/** The mark of a topic of a store; `storeId` is null for the shop itself. A mark differs after a change. */
export interface ChangeMarkRow {
  retailerId: string;
  storeId: string | null;
  topic: ChangeTopic;
  mark: string;
}

/** A mark for each row of the shop `r`. `xmin` is the last transaction that wrote the row, so any change of any column gives a new mark. */
const marksBy =
  (store: "store_id" | "NULL") =>
  (topic: ChangeTopic, table: string, keys: string[], condition = "true") =>
    `
  SELECT ${store}::uuid, '${topic}', concat_ws(' ', '${table}', ${[...keys, "xmin"].join()})
  FROM ${table} WHERE retailer_id = r.retailer_id AND ${condition}`;
const eachRow = marksBy("store_id");
const eachOfShop = marksBy("NULL");

const NEWEST = 20;

/** Marks of the newest rows. Their number covers rows that are committed later than rows with a newer id. */
const newestRows = (topic: ChangeTopic, table: string, id: string): string => `
  SELECT NULL::uuid, '${topic}', concat_ws(' ', '${table}', n.${id}, n.version)
  FROM (SELECT ${id}, xmin AS version FROM ${table} WHERE retailer_id = r.retailer_id ORDER BY ${id} DESC LIMIT ${NEWEST}) n`;

/**
 * Marks of the newest changes of channels, sources, stores and people. A row that is created and deleted between two looks leaves no other
 * mark, but a page may have read the row.
 */
const newestEntries = `
  SELECT n.store_id, n.topic, concat_ws(' ', 'entry', n.history_id)
  FROM (
    SELECT store_id, history_id, CASE split_part(action, '.', 1)
      WHEN 'channel' THEN 'channels' WHEN 'endpoint' THEN 'channels' WHEN 'source' THEN 'stock' WHEN 'store' THEN 'stores' WHEN 'member' THEN 'team' END AS topic
    FROM history_entry WHERE retailer_id = r.retailer_id ORDER BY history_id DESC LIMIT ${NEWEST}
  ) n WHERE n.topic IS NOT NULL`;

/**
 * The marks of all topics in the shops `$1`. Reads a few rows per store and no item, event or attempt: every change of those also
 * writes one of these rows. Each shop is read by itself, so that a distributed database reads each of them on its own machine.
 */
export const changeMarksSql = `
  SELECT r.retailer_id AS "retailerId", marks.store_id AS "storeId", marks.topic, sum(hashtextextended(marks.mark, 0))::text AS mark
  FROM (
    SELECT *,
      (SELECT string_agg(concat_ws(' ', id, i.xmin), ',' ORDER BY id) FROM staff_invitation i WHERE i.retailer_id = retailer.retailer_id) AS invited,
      (SELECT string_agg(concat_ws(' ', user_id, m.xmin), ',' ORDER BY user_id) FROM partner_member m
       WHERE m.partner_id = retailer.partner_id) AS partners
    FROM retailer WHERE retailer_id = ANY ($1::uuid[])
  ) r CROSS JOIN LATERAL (
    SELECT store_id, 'stores', concat_ws(' ', 'store', version) FROM store WHERE retailer_id = r.retailer_id
    UNION ALL SELECT store_id, 'stock', concat_ws(' ', 'store', stock_version, next_sequence, in_stock_count)
      FROM store WHERE retailer_id = r.retailer_id
    UNION ALL SELECT NULL::uuid, 'stores', concat_ws(' ', 'retailer', version) FROM retailer WHERE retailer_id = r.retailer_id
    UNION ALL ${eachRow("stock", "inventory_source", [])}
    UNION ALL ${eachRow("channels", "channel", ["channel"])}
    UNION ALL ${eachRow("channels", "search_setup", [])}
    UNION ALL ${eachRow("channels", "ads_campaign", [])}
    UNION ALL ${eachRow("channels", "budget_change", ["local_date"], "made_at IS NULL")}
    UNION ALL ${eachRow("listings", "publication", [])}
    UNION ALL ${eachRow("deliveries", "delivery_cursor", [])}
    UNION ALL ${eachRow("deliveries", "delivery_work", [])}
    UNION ALL ${eachRow("deliveries", "delivery_position", ["endpoint_id"])}
    UNION ALL ${eachRow("alerts", "alert", ["kind", "subject"])}
    UNION ALL ${eachOfShop("alerts", "alert_webhook", [])}
    UNION ALL ${newestRows("edits", "history_entry", "history_id")}
    UNION ALL ${newestEntries}
    UNION ALL ${newestRows("edits", "operation", "operation_id")}
    UNION ALL ${eachOfShop("team", "staff_member", ["user_id"])}
    UNION ALL SELECT NULL::uuid, 'team', concat_ws(' ', 'invited', r.invited, 'partner', r.partners)
      FROM retailer WHERE retailer_id = r.retailer_id
  ) AS marks (store_id, topic, mark)
  GROUP BY r.retailer_id, marks.store_id, marks.topic`;
