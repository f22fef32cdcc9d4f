/** The columns of a `StoreRow`, of a table aliased `s`. */
const storeColumns = `s.retailer_id AS "retailerId", s.store_id AS "storeId", s.external_id AS "externalId",
  s.name, s.address, s.postcode, s.city, s.country, s.currency, s.phone, s.timezone, s.latitude, s.longitude,
  s.area_type AS "areaType", s.links, s.widget_token AS "widgetToken", s.version,
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

/** The store `$2` of the retailer `$1`, with the retailer's partner. Without the store, the columns of the store are null. */
export const selectStore = `SELECT ${storeColumns}, r.retailer_id AS "owner", r.partner_id AS "partnerId"
  FROM retailer r LEFT JOIN store s ON s.retailer_id = r.retailer_id AND s.store_id = $2
  WHERE r.retailer_id = $1`;

/** Locks the edits of the store `$2`. */
export const lockEdits = `
  SELECT FROM customization WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key FOR UPDATE`;

/** Removes the rows that depend on the ingests of the store `$2`. */
export const removeOfIngests = (
  table: "ingest_rejection" | "held_feed",
): string => `DELETE FROM ${table} r USING ingest i
  WHERE r.retailer_id = $1 AND i.retailer_id = $1 AND i.store_id = $2 AND i.ingest_id = r.ingest_id`;
