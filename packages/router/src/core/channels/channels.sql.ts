/** The channels of the store `$2` or, with null, of all stores of the retailer `$1`. SQL, because an edit has no Prisma transaction. */
export const enabledChannelsSql =
  "SELECT DISTINCT channel FROM channel WHERE retailer_id = $1 AND ($2::uuid IS NULL OR store_id = $2)";

/** The stores of the retailer `$1` that lack one of the channels `$2`: their number, the first `$3` of them, and the channels. */
export const storesWithoutSql = `
  SELECT count(DISTINCT store_id)::int AS count, (array_agg(DISTINCT store_id::text))[1:$3::int] AS stores, array_agg(DISTINCT channel) AS channels
  FROM (
    SELECT s.store_id, k.channel FROM store s CROSS JOIN unnest($2::text[]) k (channel)
    LEFT JOIN channel c ON c.retailer_id = $1 AND c.store_id = s.store_id AND c.channel = k.channel::channel_id
    WHERE s.retailer_id = $1 AND c.channel IS NULL
  ) lacking`;
