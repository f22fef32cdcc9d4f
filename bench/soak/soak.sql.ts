/** The statements of the soak: the end of the deliveries, and the size of the database. */
import { isDeliverable } from "@highstreet/delivery";

/** Stores with something to send now. A retry that is due later, and the pause of a failing endpoint, do not count. */
export const busyStoresSql = `
  SELECT count(*)::int AS busy FROM delivery_work
  WHERE store_id <> ALL ($1::uuid[])
    AND (worker_id IS NOT NULL OR parked_by IS NOT NULL OR GREATEST(due_at, COALESCE(hold_until, due_at)) < now() + interval '40 seconds')`;

/** The events of store `$2` that its receiver must get, by what happened to them. `lost`: nothing explains a missing call. */
export const endsOfEventsSql = `
  WITH attempt AS (
    SELECT DISTINCT ON (one.sequence) one.sequence, a.outcome
    FROM delivery_attempt a CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences) AS one (sequence)
    WHERE a.retailer_id = $1 AND a.store_id = $2
    ORDER BY one.sequence, a.attempt DESC
  )
  SELECT COALESCE(CASE WHEN r.sequence IS NOT NULL OR e.sequence > c.cursor THEN 'waiting' END, a.outcome::text, 'lost') AS end,
         array_agg(e.sequence) AS sequences
  FROM delivery_cursor c
  JOIN store_event e ON e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > c.started_at_sequence AND ${isDeliverable}
  LEFT JOIN attempt a ON a.sequence = e.sequence
  LEFT JOIN delivery_retry r ON r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = e.sequence
  WHERE c.retailer_id = $1 AND c.store_id = $2
  GROUP BY 1`;

/** The size of each table with its indexes. */
export const sizesSql = `
  SELECT relname AS table, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

export const countSql = (table: string) => `SELECT count(*)::float8 AS rows FROM ${table}`;

/** The bytes of a row of a table with its header and pointer, on the average of at most 2,000 rows. */
export const rowBytesSql = (table: string) => `
  SELECT avg(4 + 8 * ceil(pg_column_size(t.*) / 8.0))::float8 AS bytes FROM (SELECT * FROM ${table} ORDER BY random() LIMIT 2000) t`;

/** The bytes of an entry in each index of table `$1`: header, pointer and the average of its columns. Needs ANALYZE. */
export const entryBytesSql = `
  SELECT 12 + 8 * ceil(sum(s.avg_width) / 8.0)::float8 AS bytes
  FROM pg_index i
  JOIN pg_class t ON t.oid = i.indrelid AND t.relnamespace = 'public'::regnamespace
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
  JOIN pg_stats s ON s.schemaname = 'public' AND s.tablename = t.relname AND s.attname = a.attname
  WHERE t.relname = $1
  GROUP BY i.indexrelid`;
