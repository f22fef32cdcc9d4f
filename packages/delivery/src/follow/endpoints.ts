import { setTimeout } from "node:timers/promises";
import type { Sql, SqlTx } from "@highstreet/db";
import { notifyWorkers, type StoreIds } from "../append/append-events.ts";
import { LEASE_MS, RELEASE_POLL_MS } from "../constants.ts";
import type { EndpointPing, HeldEndpoint } from "../engine/engine-options.ts";
import * as sql from "./endpoints.sql.ts";

/** What an endpoint follows: the stores of its own retailer, or of the partner's retailers of its mode. */
export interface Followed {
  endpointId: string;
  partnerId: string;
  /** null: an endpoint of the partner. */
  retailerId: string | null;
  isTest: boolean;
  /** At least one. */
  actions: readonly string[];
  /** Empty: all retailers. */
  retailerIds: readonly string[];
  /** Empty: all stores. */
  storeIds: readonly string[];
  /** Whole categories; upper and lower case are the same. Empty: all. */
  categories: readonly string[];
  /** It has or had categories. */
  isFiltered: boolean;
}

/**
 * Writes which stores the endpoint follows, for a new endpoint and after a change of its filter. The caller holds the lock of the partner
 * (`lockPartner`), so that a new retailer is not missed. Every event that is appended after the commit is sent.
 */
export async function followStores(tx: Sql, followed: Followed): Promise<void> {
  const { endpointId, partnerId, retailerId, isTest, actions, retailerIds, storeIds } = followed;
  const { categories, isFiltered } = followed;
  const values = [endpointId, partnerId, retailerId, isTest, retailerIds, storeIds];
  await tx.query(sql.unfollowSql, values);
  await tx.query(sql.followSql, [...values, actions, categories, isFiltered]);
}

/** The endpoints of a partner follow its new retailer. The caller has inserted the retailer, and holds the lock of the partner. */
export async function followRetailer(
  tx: Sql,
  { retailerId, partnerId, isTest }: { retailerId: string; partnerId: string; isTest: boolean },
): Promise<void> {
  type Follower = Pick<Followed, "endpointId" | "actions" | "categories" | "isFiltered">;
  const followers = await tx.query<Follower>(sql.followersOfPartnerSql, [partnerId, isTest]);
  for (const { endpointId, actions, categories, isFiltered } of followers)
    await tx.query(sql.followRetailerSql, [retailerId, endpointId, actions, categories, isFiltered]);
}

/** The state of a new endpoint, whose ping is due. */
export async function addFollower(tx: SqlTx, endpointId: string, now: Date): Promise<void> {
  await tx.query(sql.addFollowerSql, [endpointId, now]);
  notifyWorkers(tx);
}

/**
 * Takes the lease of an endpoint away, so that the next worker reads it again. Call this after each change of its row that the calls use,
 * and after its removal.
 * @param change `ping`: a new address, whose ping is due. `isWell`: its failures are over, and a ping that waits is not sent
 * @returns the endpoint's worker. Wait for it after the commit (`awaitFollower`)
 */
export async function changeFollower(
  tx: SqlTx,
  endpointId: string,
  change: { ping?: boolean; isWell?: boolean },
  now: Date,
): Promise<string | null> {
  const { ping = false, isWell = ping } = change;
  const [row] = await tx.query<{ workerId: string | null }>(sql.changeFollowerSql, [endpointId, ping, isWell, now]);
  notifyWorkers(tx);
  return row?.workerId ?? null;
}

/** Waits until the worker of an endpoint has stopped, after `changeFollower`. Then no call of before the change starts. */
export async function awaitFollower(db: Sql, endpointId: string, workerId: string | null): Promise<void> {
  if (workerId === null) return;
  const until = performance.now() + LEASE_MS;
  while (performance.now() < until) {
    const [row] = await db.query<{ workerId: string | null }>(sql.readFollowerSql, [endpointId]);
    if (row?.workerId !== workerId) return;
    await setTimeout(RELEASE_POLL_MS);
  }
}

/**
 * Ends the following of an endpoint whose row the caller removes in the same transaction. After the call returns, no call to the endpoint
 * starts. Its attempts stay until their events expire.
 */
export async function endFollowing(tx: SqlTx, endpointId: string, now: Date): Promise<void> {
  await tx.query(sql.unfollowAllSql, [endpointId]);
  const workerId = await changeFollower(tx, endpointId, {}, now);
  tx.afterCommit(async (db) => {
    await awaitFollower(db, endpointId, workerId);
    await db.query(sql.removeFollowerSql, [endpointId]);
    await db.query(sql.removePositionsSql, [endpointId]);
  });
}

/** Removes what a process that died during `endFollowing` has left. */
export async function forgetFollowers(db: Sql): Promise<void> {
  await db.query(sql.forgetFollowersSql);
}

/**
 * Records a ping, and holds the lease until the transaction ends. @param ping undefined: only the lease
 * @returns false if the lease was lost
 */
export async function settlePingOf(
  tx: Sql,
  { endpointId, epoch }: HeldEndpoint,
  ping: EndpointPing | undefined,
): Promise<boolean> {
  const [held] = await tx.query(sql.holdFollowerSql, [endpointId, epoch]);
  if (held && ping) await tx.query(sql.settlePingSql, [endpointId, ping.dueAt, ping.isAccepted ? 0 : ping.tries]);
  return held !== undefined;
}

export interface EndpointRange {
  from: number;
  upTo: number;
  /** Of the deliveries to send again; null: every one, and events that the endpoint never got. */
  status: string | null;
}

/**
 * Queues the newest event of each subject in the range for an endpoint that follows the store: waiting retries are due now, other events
 * get a new cycle of tries. The caller has locked the store (`lockStores`). At most 1,000 sequences.
 * @returns `superseded`: events in the range that are not sent, because the log has a newer one of their subject
 */
export async function queueForEndpoint(
  tx: SqlTx,
  store: StoreIds,
  endpointId: string,
  { from, upTo, status }: EndpointRange,
  now: Date,
): Promise<{ queued: number; superseded: number }> {
  const values = [store.retailerId, store.storeId, endpointId, from, upTo, status, now];
  const [done] = await tx.query<{ queued: number; superseded: number }>(sql.queueForEndpointSql, values);
  notifyWorkers(tx);
  return done ?? { queued: 0, superseded: 0 };
}
