import type { Sql } from "@highstreet/db";
import type { Warning } from "../../core/channels/channel.schema.ts";
import type { StoreIds } from "../../core/channels/index.ts";

/** A store with something to send, and who had it last. */
export interface Candidate extends StoreIds {
  owner: string | null;
  epoch: number;
  generation: number;
  /** Who is called: a partner's origin (`ReceiverHealth`). */
  receiver: string;
}

/** The right to send a store's events, and all that is needed for it. Valid while the cursor has this epoch. */
export interface Lease extends StoreIds {
  epoch: number;
  /** Sequence of the ping that began it. */
  generation: number;
  /** All up to here has an outcome or waits as a retry. */
  cursor: number;
  /** Nothing beyond was ever started: from the cursor to here all is in doubt after an unclean end. */
  claimedTo: number;
  failures: number;
  failingSince: Date | null;
  /** The URL has answered a ping with a 2xx: before that, nothing but the ping is sent. */
  isVerified: boolean;
  warnings: Warning[];
  webhookUrl: string;
  /** Who is called: a partner's origin (`ReceiverHealth`). */
  receiver: string;
  /** Its number, with its secret (`nameEndpoint`). */
  endpoint: number;
  enhancedProductData: boolean;
  /** Sealed. */
  secret: Uint8Array;
}

/** The search of a worker for stores. */
export interface Search {
  /** Stores that the worker already holds. */
  here: string[];
  limit: number;
  crowded: { receivers: string[]; partners: string[] };
}

/** Reads the index of stores that are not parked in its order, and each cursor by its key, whatever the statistics say. */
const dueIn = (part: string): string => `(
  SELECT w.retailer_id AS "retailerId", w.store_id AS "storeId", w.owner, c.epoch, c.generation, c.receiver
  FROM delivery_work w CROSS JOIN LATERAL (
    SELECT c.epoch, c.generation, c.receiver FROM delivery_cursor c
    WHERE c.retailer_id = w.retailer_id AND c.store_id = w.store_id OFFSET 0
  ) c
  WHERE w.parked_by IS NULL AND w.store_id ${part} AND w.due_at <= $1 AND (w.hold_until IS NULL OR w.hold_until <= $1)
    AND (w.owner IS NULL OR w.owner <> ALL ($2::uuid[])) AND w.store_id <> ALL ($3::uuid[])
    AND c.receiver <> ALL ($6::text[]) AND left(c.receiver, 36) <> ALL ($7::text[])
  ORDER BY w.store_id LIMIT $4)`;

const candidates = `
  SELECT * FROM (${dueIn("> $5")} UNION ALL ${dueIn("<= $5")}) found
  ORDER BY "storeId" <= $5, "storeId" LIMIT $4`;

/** Everywhere the cursor is locked before the work row. */
const take = `
  WITH raised AS (
    UPDATE delivery_cursor SET epoch = epoch + 1, dirty = dirty OR claimed_to > cursor
    WHERE retailer_id = $1 AND store_id = $2 AND epoch = $3 AND generation = $4
    RETURNING *
  ), taken AS (
    UPDATE delivery_work w SET owner = $5 FROM raised
    WHERE w.retailer_id = $1 AND w.store_id = $2
    RETURNING w.wake
  )
  SELECT r.retailer_id AS "retailerId", r.store_id AS "storeId", r.epoch, r.generation, r.cursor, r.endpoint, r.receiver,
         r.claimed_to AS "claimedTo", r.failures, r.failing_since AS "failingSince",
         ch.status = 'connected' AS "isVerified", ch.warnings, ch.parameters ->> 'webhookUrl' AS "webhookUrl",
         (ch.parameters ->> 'enhancedProductData')::boolean AS "enhancedProductData", ch.secret
  FROM raised r CROSS JOIN taken
  JOIN channel ch ON ch.retailer_id = $1 AND ch.store_id = $2 AND ch.channel = 'webhooks'`;

/**
 * Stores with something due. Whether their owners still live is to be asked afterwards (`livingWorkers`).
 * @param busy workers known to live; @param here stores that this worker is sending already
 * @param crowded receivers and partners that have used all of their lanes in this worker
 * @param after in the order of their ids, those behind this one come first: so each has its turn
 */
export function findDueStores(
  sql: Sql,
  now: Date,
  { busy, here, limit, after, crowded }: Search & { busy: string[]; after: string },
): Promise<Candidate[]> {
  return sql.query<Candidate>(candidates, [
    ...[now, busy, here, limit, after],
    ...[crowded.receivers, crowded.partners],
  ]);
}

/**
 * Takes a store: a compare-and-set on its epoch, which ends the right of whoever had it before.
 * @returns undefined: another was quicker, or the channel has changed meanwhile
 */
export async function leaseStore(sql: Sql, candidate: Candidate, worker: string): Promise<Lease | undefined> {
  const { retailerId, storeId, epoch, generation } = candidate;
  const [lease] = await sql.query<Lease>(take, [retailerId, storeId, epoch, generation, worker]);
  return lease;
}

const current = `
  SELECT c.store_id AS "storeId", c.epoch FROM delivery_cursor c
  JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS m (retailer_id, store_id, epoch)
    ON c.retailer_id = m.retailer_id AND c.store_id = m.store_id AND c.epoch = m.epoch`;

/** Which of these leases still hold, by store. */
export async function holdingLeases(sql: Sql, leases: Lease[]): Promise<ReadonlyMap<string, number>> {
  if (!leases.length) return new Map();
  const rows = await sql.query<{ storeId: string; epoch: number }>(current, [
    leases.map((lease) => lease.retailerId),
    leases.map((lease) => lease.storeId),
    leases.map((lease) => lease.epoch),
  ]);
  return new Map(rows.map((row) => [row.storeId, row.epoch]));
}

const release = `UPDATE delivery_work SET owner = NULL WHERE retailer_id = $1 AND store_id = $2 AND owner = $3`;

/** Lets a store go whose lease was lost: whoever waits for that need wait no longer. */
export async function releaseStore(sql: Sql, store: StoreIds, worker: string): Promise<void> {
  await sql.query(release, [store.retailerId, store.storeId, worker]);
}
