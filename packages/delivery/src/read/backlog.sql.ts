/**
 * What waits in the webhooks channel: the number of stores, and the time of the oldest event after their cursors. Due stores can be
 * served now. Held stores wait for a retry, for their endpoint or for their receiver. Every part reads an index up to a limit, so the
 * statement costs the same for any number of stores. `$1` now, `$2` stores of each part, `$3` retries.
 */
export const backlogSql = `
  WITH work AS (
    (SELECT retailer_id, store_id, due_at <= $1 AND (hold_until IS NULL OR hold_until <= $1) AS is_due
     FROM delivery_work WHERE parked_by IS NULL ORDER BY store_id LIMIT $2)
    UNION ALL
    (SELECT retailer_id, store_id, false AS is_due
     FROM delivery_work WHERE parked_by IS NOT NULL ORDER BY parked_by, store_id LIMIT $2)
  ), waiting AS (
    SELECT w.is_due, e.created_at
    FROM work w
    JOIN delivery_cursor c ON c.retailer_id = w.retailer_id AND c.store_id = w.store_id
    LEFT JOIN LATERAL (
      SELECT created_at FROM store_event
      WHERE retailer_id = c.retailer_id AND store_id = c.store_id AND sequence > c.cursor ORDER BY sequence LIMIT 1
    ) e ON true
  )
  SELECT count(*) FILTER (WHERE is_due)::int AS "dueStores", min(created_at) FILTER (WHERE is_due) AS "dueSince",
    count(*) FILTER (WHERE NOT is_due)::int AS "heldStores", min(created_at) FILTER (WHERE NOT is_due) AS "heldSince",
    (SELECT count(*)::int FROM (
      SELECT 1 FROM delivery_retry ORDER BY retailer_id, store_id, sequence LIMIT $3
    ) r) AS retries
  FROM waiting`;
