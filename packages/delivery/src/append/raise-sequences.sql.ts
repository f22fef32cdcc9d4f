import { BLOCK } from "../delivery.sql.ts";

/** The columns with sequences of a store's log, beside those of `store` itself. */
export const sequenceColumns: Record<string, string[]> = {
  store_event: ["sequence"],
  event_trace: ["first_sequence", "last_sequence"],
  stock_item: ["announced_sequence"],
  channel: ["event_sequence"],
  inventory_source: ["event_sequence"],
  delivery_cursor: ["cursor", "in_flight_high_water", "ping_sequence", "started_at_sequence"],
  delivery_attempt: ["sequence", "more_sequences"],
  delivery_retry: ["sequence"],
};

/**
 * How far each store's sequences move. The next sequence becomes at least 100,000 for each second since 1970, by the database's
 * clock. They move by whole blocks, and beyond the old sequences, so that no two rows meet on the way.
 */
export const planRaise = `
  CREATE TEMPORARY TABLE raised ON COMMIT DROP AS
  SELECT retailer_id, store_id, (GREATEST(
      (extract(epoch FROM clock_timestamp()) * 100000)::bigint - next_sequence,
      next_sequence - (SELECT min(sequence) FROM store_event e WHERE e.retailer_id = s.retailer_id AND e.store_id = s.store_id)
    ) / ${BLOCK} + 1) * ${BLOCK} AS by
  FROM store s`;

const raised = (column: string): string =>
  column === "more_sequences"
    ? `more_sequences = CASE WHEN t.more_sequences IS NOT NULL THEN ARRAY (
         SELECT n + r.by FROM unnest(t.more_sequences) WITH ORDINALITY AS more (n, place) ORDER BY place) END`
    : `${column} = t.${column} + r.by`;

/** Moves the sequences of all stores in one table. */
export const raiseIn = (table: string, columns: string[]): string => `
  UPDATE ${table} t SET ${columns.map(raised).join(", ")}
  FROM raised r WHERE t.retailer_id = r.retailer_id AND t.store_id = r.store_id`;

export const countRaised = "SELECT count(*) AS stores FROM raised";
