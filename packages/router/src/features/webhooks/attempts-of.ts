/**
 * Attempts that were recorded together and ended alike share a row of `delivery_attempt`, if their events are of one block of so
 * many sequences: it names the first, and lists the others. So a row that has an event's attempt begins in the event's block.
 */
export const BLOCK = 64;

/**
 * SQL: what was recorded of an event, as a relation of single attempts (`sequence, try, at, status, ms, enhanced, outcome,
 * answer, endpoint`).
 * @param sequence the event's; the retailer is `$1`, the store `$2`
 */
export const attemptsOf = (sequence: string): string => `(
  SELECT one.sequence, a.try, one.at, a.status, one.ms, a.enhanced, a.outcome, a.answer, a.endpoint
  FROM delivery_attempt a
  CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.at || a.more_at, a.ms || a.more_ms) AS one (sequence, at, ms)
  WHERE a.retailer_id = $1 AND a.store_id = $2
    AND a.sequence BETWEEN ${sequence} - ${sequence} % ${BLOCK} AND ${sequence} AND one.sequence = ${sequence})`;

/**
 * SQL: an INSERT into `delivery_attempt` of all rows of a relation with its columns, those that ended alike in one row.
 * @param attempts the relation's name; the retailer is `$1`, the store `$2`
 */
export const logAttempts = (attempts: string): string => `
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, status, ms, enhanced, outcome, answer, endpoint,
                                more_sequences, more_at, more_ms)
  SELECT $1, $2, sequences[1], try, ats[1], status, durations[1], enhanced, outcome, answer, endpoint,
         NULLIF(sequences[2:], '{}'), NULLIF(ats[2:], '{}'), NULLIF(durations[2:], '{}')
  FROM (
    SELECT try, status, enhanced, outcome, answer, endpoint, array_agg(sequence ORDER BY sequence) AS sequences,
           array_agg(at ORDER BY sequence) AS ats, array_agg(ms ORDER BY sequence) AS durations
    FROM ${attempts} GROUP BY sequence / ${BLOCK}, try, status, enhanced, outcome, answer, endpoint
  ) alike`;
