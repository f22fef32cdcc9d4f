import { effectiveItem } from "../../core/items/index.ts";

/** Maximum number of events and of touched items. */
export const MAX_LISTED = 1_000;

const mine = (alias: string): string => `${alias}.xmin = pg_current_xact_id()::xid`;

/** SQL, because the dry run of a feed has a transaction without Prisma. */
export const logsSql = `SELECT store_id AS "storeId", next_sequence AS next FROM store WHERE retailer_id = $1`;

/** The stores and items of the history entries and ingests that the transaction wrote. An ingest has no item. */
export const writtenSql = `
  SELECT store_id AS "storeId", item_key AS "itemKey", false AS "isIngest" FROM history_entry h
  WHERE retailer_id = $1 AND history_id >= $2 AND ${mine("h")}
  UNION ALL
  SELECT store_id, NULL, true FROM ingest i WHERE retailer_id = $1 AND ingest_id >= $2 AND ${mine("i")}`;

/** The store is null for product data and for edits of all stores. */
export interface WrittenRow {
  storeId: string | null;
  itemKey: string | null;
  isIngest: boolean;
}

const newEvents = `
  FROM unnest($2::uuid[], $3::bigint[]) log (store_id, next)
  JOIN store_event e ON e.retailer_id = $1 AND e.store_id = log.store_id AND e.sequence >= log.next
  WHERE ${mine("e")}`;

export const appendedCountsSql = `
  SELECT e.store_id AS "storeId", count(*)::int AS count,
         (count(*) FILTER (WHERE e.action <> 'webhook.enabled' AND e.subject <> 'channel:webhooks'))::int AS news
  ${newEvents} GROUP BY e.store_id`;

export const appendedEventsSql = `
  SELECT e.store_id AS "storeId", e.action, e.subject, e.data, e.product
  ${newEvents} ORDER BY e.store_id, e.sequence LIMIT ${MAX_LISTED}`;

const itemsOfProducts = `
      UNION
      SELECT i.store_id, i.item_key FROM product p
      JOIN stock_item i ON i.retailer_id = p.retailer_id AND i.item_key = p.item_key
      WHERE p.retailer_id = $1 AND ${mine("p")}`;

/**
 * Items of customizations (`$2`, `$3`), of the feeds of stores (`$4`) and of product data. Each store gives one item before any gives a
 * second.
 */
export const touchedItemsSql = (hasProducts: boolean): string => `
  SELECT "storeId", "itemKey" FROM (
    SELECT store_id AS "storeId", item_key AS "itemKey", row_number() OVER (PARTITION BY store_id ORDER BY item_key) AS place
    FROM (
      SELECT i.store_id, i.item_key
      FROM unnest($2::uuid[], $3::text[]) w (store_id, item_key)
      JOIN store s ON s.retailer_id = $1 AND (w.store_id IS NULL OR s.store_id = w.store_id)
      JOIN stock_item i ON i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = w.item_key
      UNION
      SELECT i.store_id, i.item_key FROM stock_item i
      WHERE i.retailer_id = $1 AND i.store_id = ANY ($4::uuid[]) AND ${mine("i")}
      UNION
      SELECT f.store_id, f.item_key FROM store_product f
      WHERE f.retailer_id = $1 AND f.store_id = ANY ($4::uuid[]) AND ${mine("f")}
      ${hasProducts ? itemsOfProducts : ""}
    ) item
  ) item ORDER BY place, "storeId" LIMIT ${MAX_LISTED}`;

export const itemStatesSql = `
  SELECT e.store_id AS "storeId", e.item_key AS "itemKey", e.hidden, e.channels, e.paused,
         md5(ROW(e.status, e.quantity, e.price, e.currency, e.condition, e.hidden, e.channels, e.paused, e.safety_stock, e.title, e.description,
                 e.brand, e.images, e.search_title, e.search_description, e.search_images, e.search_pickup, e.category, e.color, e.size, e.group_id)::text) AS digest
  FROM unnest($2::uuid[], $3::text[]) n (store_id, item_key)
  JOIN ${effectiveItem} e ON e.retailer_id = $1 AND e.store_id = n.store_id AND e.item_key = n.item_key`;

export const channelStatesSql = `SELECT store_id AS "storeId", channel, md5(c::text) AS digest FROM channel c
  WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[]) ORDER BY store_id, channel`;
