import { effectiveItemsOf, hasBrokenPicture, visibleIn } from "../../core/items/index.ts";

export interface NewPicture {
  token: string;
  digest: Uint8Array;
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** It counts as unused until retention finds it in an edit. Without bytes, it is in the bucket. */
export const keepPictureSql = `
  INSERT INTO picture (retailer_id, token, digest, bytes, size, width, height, created_at, unused_since)
  VALUES ($1, $2, $3, $4::bytea, $8, $5, $6, $7::timestamptz, $7::timestamptz)`;

/** A picture that is not in use gets its days again. */
export const renewPictureSql = `
  UPDATE picture SET unused_since = CASE WHEN unused_since IS NOT NULL THEN $3::timestamptz END
  WHERE retailer_id = $1 AND token = $2 RETURNING 1`;

/** The hosts of a retailer's pictures are visited at `$2`, and again at `$3`. */
export const claimVisitSql = `
  UPDATE retailer SET pictures_due_at = $3 WHERE retailer_id = $1 AND pictures_due_at <= $2
  RETURNING pictures_after AS after`;

/** The next `$3` products after the key `$2` of stores with a channel that works. */
export const nextProductsSql = `
  SELECT DISTINCT i.item_key AS "itemKey" FROM store s CROSS JOIN LATERAL (
    SELECT item_key FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key > $2
    ORDER BY i.item_key LIMIT $3
  ) i
  WHERE s.retailer_id = $1
    AND EXISTS (SELECT FROM channel c WHERE c.retailer_id = $1 AND c.store_id = s.store_id AND c.status = 'connected')
  ORDER BY i.item_key LIMIT $3`;

/** The items of the products `keys` in the stores `stores`; NULL: in all. */
const itemsOf = (keys: string, stores: string): string =>
  effectiveItemsOf(`(
    SELECT i.* FROM ${keys} k (item_key) CROSS JOIN store s CROSS JOIN LATERAL (
      SELECT * FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = k.item_key LIMIT 1
    ) i
    WHERE s.retailer_id = $1 AND (${stores}::uuid[] IS NULL OR s.store_id = ANY (${stores})))`);

/** The pictures of the products `$2` that a channel shows. The search engine also has those of local ads. */
export const shownPicturesSql = `
  SELECT e.item_key AS "itemKey", array_agg(DISTINCT url) AS urls
  FROM ${itemsOf("unnest($2::text[])", "NULL")} e
  JOIN channel c ON c.retailer_id = $1 AND c.store_id = e.store_id AND c.status = 'connected' AND ${visibleIn("c.channel::text", "e.")}
  CROSS JOIN unnest(CASE c.channel WHEN 'webhooks' THEN e.images ELSE e.search_images END) AS url
  GROUP BY e.item_key`;

/** A first visit without an answer is not certain, because a host can be down for an hour. */
export const keepBrokenSql = `
  INSERT INTO broken_picture AS b (retailer_id, item_key, images, is_certain, checked_at)
  VALUES ($1, $2, $3::text[], $4, $5)
  ON CONFLICT (retailer_id, item_key) DO UPDATE SET images = excluded.images,
    is_certain = excluded.is_certain OR b.images && excluded.images, checked_at = excluded.checked_at`;

/** The number of products with a broken picture in each of the stores `$2` (NULL: all), of at most `$3` such products. */
export const countBrokenSql = `
  SELECT e.store_id AS "storeId", count(*)::int AS count
  FROM ${itemsOf("(SELECT item_key FROM broken_picture WHERE retailer_id = $1 AND is_certain ORDER BY item_key LIMIT $3)", "$2")} e
  WHERE ${hasBrokenPicture("e")} GROUP BY e.store_id`;
