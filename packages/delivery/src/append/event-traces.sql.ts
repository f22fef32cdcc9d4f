/** The statements of the traces of events. */

/** The next events of the stores `$2` belong to the trace `$3`. The row of a transaction without events is used again. */
export const startTraceSql = `
  INSERT INTO event_trace (retailer_id, store_id, first_sequence, last_sequence, traceparent)
  SELECT retailer_id, store_id, next_sequence, next_sequence - 1, $3 FROM store
  WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[])
  ORDER BY store_id
  ON CONFLICT (retailer_id, store_id, first_sequence) DO UPDATE SET traceparent = excluded.traceparent`;

/** The events of the stores `$2` since `startTraceSql` are complete. */
export const endTraceSql = `
  UPDATE event_trace t SET last_sequence = s.next_sequence - 1 FROM store s
  WHERE s.retailer_id = $1 AND s.store_id = ANY ($2::uuid[]) AND t.retailer_id = $1 AND t.store_id = s.store_id
    AND t.first_sequence = (
      SELECT max(first_sequence) FROM event_trace m WHERE m.retailer_id = $1 AND m.store_id = s.store_id)`;

/** The traces of the events from `$3` to `$4`. Ranges do not overlap, so the search starts at the last range up to `$3`. */
export const readTracesSql = `
  SELECT first_sequence AS first, last_sequence AS last, traceparent FROM event_trace
  WHERE retailer_id = $1 AND store_id = $2 AND first_sequence <= $4 AND first_sequence >= COALESCE((
    SELECT max(first_sequence) FROM event_trace WHERE retailer_id = $1 AND store_id = $2 AND first_sequence <= $3), 0)
  ORDER BY first_sequence`;
