import { one, type Sql } from "@highstreet/db";
import { backlogSql, statementsOf } from "./delivery.sql.ts";
import * as positions from "./follow/positions.sql.ts";
import { type Lease, partOf } from "./lease/leases.ts";

export interface DueEvent {
  sequence: number;
  action: string;
  subject: string;
  data: string;
  product: string | null;
  /** The W3C `traceparent` of the transaction that appended the event; null: it was not traced. */
  traceparent: string | null;
  /** `skip`: not for the receiver, or already settled. `superseded`: the log has a newer event of the subject. */
  fate: "send" | "skip" | "superseded";
}

export interface DueRetry extends DueEvent {
  /** Tries in this cycle. */
  tries: number;
  /** The number of its last attempt in the log. */
  attempts: number;
  /** Whether the first try had `product`; null if the event was not tried. */
  enhanced: boolean | null;
  /** Its last call in this cycle was a batch that the receiver refused. So it goes alone. */
  wasRefused: boolean;
}

/**
 * Reads the next events of a store's log and claims them for this lease.
 * @param doubtTo an earlier worker may have sent events up to this sequence. They are read with their recorded attempts
 * @returns no events if the lease was lost
 */
export function readLog(
  sql: Sql,
  lease: Lease,
  { after, doubtTo, limit }: { after: number; doubtTo: number; limit: number },
): Promise<DueEvent[]> {
  const { retailerId, storeId, epoch, endpointId } = lease;
  const { readDoubtful, readLog: read } = statementsOf(lease);
  if (after >= doubtTo) return sql.query<DueEvent>(read, [retailerId, storeId, epoch, partOf(lease), after, limit]);
  const ofEndpoint = endpointId === undefined ? [] : [endpointId];
  return sql.query<DueEvent>(readDoubtful, [retailerId, storeId, after, limit, doubtTo, ...ofEndpoint]);
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
  const only = lease.endpointId ?? (isVerified ? null : lease.pingSequence);
  const values = [lease.retailerId, lease.storeId, now, limit, inHand, only];
  return sql.query<DueRetry>(statementsOf(lease).readDueRetries, values);
}

const MAX_STORES = 1_000;
const MAX_RETRIES = 10_000;

export interface Backlog {
  /** Number of stores that can be served now, at most 1,000. */
  dueStores: number;
  /** The time of the oldest waiting event of these stores; null: none. */
  dueSince: Date | null;
  /** The same for stores that wait for a retry, their endpoint or their receiver. */
  heldStores: number;
  heldSince: Date | null;
  /** Number of events that wait for a retry, at most 10,000. */
  retries: number;
  /** Stores with events for endpoints that can be called now, at most 1,000, and since when the first of them has waited. */
  followedStores: number;
  followedSince: Date | null;
}

type Followed = Pick<Backlog, "followedStores" | "followedSince">;

/** After `readByIndexSql`, the read costs the same for any number of stores. */
export async function readBacklog(db: Pick<Sql, "query">, now: Date): Promise<Backlog> {
  const ofChannels = one(await db.query<Omit<Backlog, keyof Followed>>(backlogSql, [now, MAX_STORES, MAX_RETRIES]));
  const free = await db.query<{ endpointId: string }>(positions.findFreeSql, [now, [], []]);
  const ids = free.map(({ endpointId }) => endpointId);
  return { ...ofChannels, ...one(await db.query<Followed>(positions.backlogSql, [ids, now, MAX_STORES])) };
}
