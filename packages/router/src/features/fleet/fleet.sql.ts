/** The status of the last ingest of each store `$2` in each range of ids from `$3` to `$4`, with the number of the range. */
export const lastIngestsSql = `
  SELECT s.store_id AS "storeId", (d.n - 1)::int AS day, l.status
  FROM unnest($2::uuid[]) s (store_id)
  CROSS JOIN unnest($3::uuid[], $4::uuid[]) WITH ORDINALITY d (low, high, n)
  CROSS JOIN LATERAL (
    SELECT status FROM ingest
    WHERE retailer_id = $1 AND store_id = s.store_id AND ingest_id >= d.low AND ingest_id < d.high
    ORDER BY ingest_id DESC LIMIT 1
  ) l`;
