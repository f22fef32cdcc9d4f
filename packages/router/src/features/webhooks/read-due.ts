import type { Sql } from "@highstreet/db";
import { attemptsOf } from "./attempts-of.ts";
import { isDeliverable } from "./deliverable.ts";
import type { Lease } from "./lease-store.ts";
import { newestOfSubject } from "./newest-of-subject.ts";

/** An event of the log that may have to be sent. */
export interface DueEvent {
  sequence: number;
  action: string;
  subject: string;
  data: string;
  product: string | null;
  /** `send`; `skip`: not for the receiver, or settled before; `superseded`: a newer event of its subject is in the log. */
  fate: "send" | "skip" | "superseded";
}

/** An event that waits to be sent again. */
export interface DueRetry extends DueEvent {
  /** Made in this cycle. */
  tries: number;
  /** Number of its last row in the log of attempts. */
  attempts: number;
  /** Whether the first try held `product`; null: not tried yet. */
  enhanced: boolean | null;
}

const columns = `e.sequence, e.action, e.subject, e.data, e.product`;

/** What it reads, it claims: only what is claimed may be started. Nothing is read under a lease that was lost. */
const fresh = `
  WITH next AS (
    SELECT ${columns}, CASE WHEN ${isDeliverable} THEN 'send' ELSE 'skip' END AS fate
    FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $3
    ORDER BY e.sequence LIMIT $4
  ), claimed AS (
    UPDATE delivery_cursor SET claimed_to = GREATEST(claimed_to, (SELECT max(sequence) FROM next))
    WHERE retailer_id = $1 AND store_id = $2 AND epoch = $5 AND generation = $6 AND EXISTS (SELECT FROM next)
    RETURNING epoch
  )
  SELECT next.* FROM next CROSS JOIN claimed ORDER BY sequence`;

/** What an earlier worker may have sent without recording it. */
const doubtful = `
  SELECT ${columns},
    CASE WHEN NOT ${isDeliverable}
           OR EXISTS (SELECT FROM ${attemptsOf("e.sequence")} a)
           OR EXISTS (SELECT FROM delivery_retry r
                      WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = e.sequence) THEN 'skip'
         WHEN ${newestOfSubject("e")} > e.sequence THEN 'superseded'
         ELSE 'send' END AS fate
  FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $3 AND e.sequence <= $5
  ORDER BY e.sequence LIMIT $4`;

/**
 * `$6`: the ping alone, while the endpoint has not answered it. The next few are taken first: of many that wait, no plan looks
 * at more than their keys.
 */
const retries = `
  SELECT ${columns}, r.tries, r.attempts, r.enhanced,
    CASE WHEN ${newestOfSubject("e")} > e.sequence THEN 'superseded' ELSE 'send' END AS fate
  FROM (
    SELECT sequence, tries, attempts, enhanced FROM delivery_retry
    WHERE retailer_id = $1 AND store_id = $2 AND due_at <= $3 AND sequence <> ALL ($5::bigint[])
      AND ($6::bigint IS NULL OR sequence = $6)
    ORDER BY sequence LIMIT $4
  ) r
  CROSS JOIN LATERAL (
    SELECT * FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND sequence = r.sequence LIMIT 1
  ) e
  ORDER BY r.sequence`;

/**
 * The next events of a store's log, claimed for this lease: after an unclean end they are in doubt.
 * @param after sequence behind which to read
 * @param doubtTo up to here an earlier worker may have sent some: these are read apart, with what is known of them
 * @returns none also when the lease was lost
 */
export function readLog(
  sql: Sql,
  lease: Lease,
  { after, doubtTo, limit }: { after: number; doubtTo: number; limit: number },
): Promise<DueEvent[]> {
  const values = [lease.retailerId, lease.storeId, after, limit];
  return after < doubtTo
    ? sql.query<DueEvent>(doubtful, [...values, doubtTo])
    : sql.query<DueEvent>(fresh, [...values, lease.epoch, lease.generation]);
}

/** The retries that are due, oldest first, but for those that the lane has in hand. Unverified: the ping alone. */
export function readDueRetries(
  sql: Sql,
  lease: Lease,
  { now, inHand, isVerified, limit }: { now: Date; inHand: number[]; isVerified: boolean; limit: number },
): Promise<DueRetry[]> {
  const ping = isVerified ? null : lease.generation;
  return sql.query<DueRetry>(retries, [lease.retailerId, lease.storeId, now, limit, inHand, ping]);
}
