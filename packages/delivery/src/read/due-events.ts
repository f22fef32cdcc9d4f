import type { Sql } from "@highstreet/db";
import { readDoubtfulSql, readDueRetriesSql, readLogSql } from "../delivery.sql.ts";
import type { Lease } from "../lease/leases.ts";

/** An event of the log that is read for sending. */
export interface DueEvent {
  sequence: number;
  action: string;
  subject: string;
  data: string;
  product: string | null;
  /** The `traceparent` of the transaction that appended the event; undefined: the event or this process is not traced. */
  traceparent?: string | undefined;
  /** `skip`: not for the receiver, or already settled. `superseded`: the log has a newer event of the subject. */
  fate: "send" | "skip" | "superseded";
}

/** An event that waits for a retry. */
export interface DueRetry extends DueEvent {
  /** Tries in this cycle. */
  tries: number;
  /** The number of its last attempt in the log. */
  attempts: number;
  /** Whether the first try had `product`; null if the event was not tried. */
  enhanced: boolean | null;
}

/**
 * Reads the next events of a store's log and claims them for this lease.
 * @param after the last sequence that was read
 * @param doubtTo an earlier worker may have sent events up to this sequence. They are read with their recorded attempts
 * @returns no events if the lease was lost
 */
export function readLog(
  sql: Sql,
  lease: Lease,
  { after, doubtTo, limit }: { after: number; doubtTo: number; limit: number },
): Promise<DueEvent[]> {
  const values = [lease.retailerId, lease.storeId, after, limit];
  return after < doubtTo
    ? sql.query<DueEvent>(readDoubtfulSql, [...values, doubtTo])
    : sql.query<DueEvent>(readLogSql, [...values, lease.epoch, lease.pingSequence]);
}

/**
 * The due retries, oldest first.
 * @param inHand sequences that the stream already has
 * @param isVerified if false, only the ping
 */
export function readDueRetries(
  sql: Sql,
  lease: Lease,
  { now, inHand, isVerified, limit }: { now: Date; inHand: number[]; isVerified: boolean; limit: number },
): Promise<DueRetry[]> {
  const ping = isVerified ? null : lease.pingSequence;
  return sql.query<DueRetry>(readDueRetriesSql, [lease.retailerId, lease.storeId, now, limit, inHand, ping]);
}
