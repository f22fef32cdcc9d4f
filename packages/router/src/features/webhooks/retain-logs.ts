import type { Sql, Tx } from "@highstreet/db";
import { BLOCK, forgetFollowers, forgetReceivers, lockCursor, wakeStore } from "@highstreet/delivery";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores, readLogFloor } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT } from "../../kernel/jobs.ts";
import { tryLockName } from "../../kernel/kernel.sql.ts";
import {
  EXPIRE_BATCH,
  failEndpointRetriesSql,
  failEndpointUntriedSql,
  failRetriesSql,
  failUntriedSql,
  findAgedLogsSql,
  findExpiredSql,
  lockPositionsSql,
  movePositionsSql,
  removeExpiredSql,
  removeUnfollowedSql,
  setLogSinceSql,
} from "./endpoints.sql.ts";

export interface GivenUp {
  cursor: number;
  /** The last event that was tried, and the last that fails. */
  upTo: number;
  /** A retry that continues to wait. */
  except: number | null;
  /** In the log of attempts. */
  reason: "channel_removed" | "expired";
}

interface Ended {
  ended: number;
  /** Without a newer one of their subject. */
  failed: number;
}

/**
 * Ends waiting events without a call: `superseded` if a newer one of the subject exists, otherwise `failed`. The caller holds the locks of
 * the store and the cursor.
 */
export async function failWaiting(tx: Sql, store: StoreIds, given: GivenUp, now: Date): Promise<Ended> {
  const { cursor, upTo, except, reason } = given;
  const values = [store.retailerId, store.storeId, now, reason, upTo];
  const [retries] = await tx.query<Ended>(failRetriesSql, [...values, except]);
  const [untried] = cursor < upTo ? await tx.query<Ended>(failUntriedSql, [...values, cursor]) : [];
  return {
    ended: (retries?.ended ?? 0) + (untried?.ended ?? 0),
    failed: (retries?.failed ?? 0) + (untried?.failed ?? 0),
  };
}

/** The same for the endpoints. Retries of a removed endpoint end, too. */
async function giveUpForEndpoints(tx: Sql, { retailerId, storeId }: StoreIds, upTo: number, now: Date): Promise<void> {
  const store = [retailerId, storeId];
  await tx.query(lockPositionsSql, store);
  await tx.query(removeUnfollowedSql, store);
  const values = [...store, now, "expired", upTo];
  const ended = await tx.query<{ endpointId: string }>(failEndpointRetriesSql, values);
  await tx.query(failEndpointUntriedSql, values);
  await tx.query(movePositionsSql, [...store, upTo, ended.map(({ endpointId }) => endpointId), now]);
}

/** Except the ping: an unverified endpoint is pinged forever. */
async function giveUp(tx: Tx, store: StoreIds, upTo: number, now: Date): Promise<void> {
  const channel = await lockCursor(tx, store);
  if (!channel) return;
  const { cursor, inFlightHighWater, pingSequence } = channel;
  const { ended, failed } = await failWaiting(
    tx,
    store,
    { cursor, upTo, except: pingSequence, reason: "expired" },
    now,
  );
  if (!ended && cursor >= upTo) return;
  const position = { cursor: Math.max(cursor, upTo), inFlightHighWater: Math.max(inFlightHighWater, upTo) };
  // The worker loses its lease and reads again.
  await tx.prisma.deliveryCursor.updateMany({
    where: { retailerId: store.retailerId, storeId: store.storeId },
    data: { leaseEpoch: { increment: 1 }, ...position, ...(failed > 0 && { lastGivenUpAt: now }) },
  });
  await wakeStore(tx, store);
}

/** The last of the next events before `before`. Expired events are a prefix of the log, which has no gaps. */
async function lastExpiring(
  { prisma }: Tx,
  { retailerId, storeId }: StoreIds,
  floor: number,
  before: Date,
): Promise<number> {
  const where = { retailerId, storeId, sequence: { gt: floor, lte: floor + EXPIRE_BATCH } };
  const select = { sequence: true };
  const young = { ...where, createdAt: { gte: before } };
  const first = await prisma.storeEvent.findFirst({ where: young, orderBy: { sequence: "asc" }, select });
  if (first) return Number(first.sequence) - 1;
  const last = await prisma.storeEvent.findFirst({ where, orderBy: { sequence: "desc" }, select });
  return Number(last?.sequence ?? floor);
}

/** @returns the number of expired events; less than `EXPIRE_BATCH` if there are no more */
async function expireOldest(ctx: Context, store: StoreIds, before: Date): Promise<number> {
  const expire = async (tx: Tx): Promise<number> => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const floor = await readLogFloor(tx, store);
    const upTo = await lastExpiring(tx, store, floor, before);
    if (upTo <= floor) return 0;
    await giveUp(tx, store, upTo, ctx.now());
    await giveUpForEndpoints(tx, store, upTo, ctx.now());
    await tx.prisma.store.update({
      where: { retailerId_id: { retailerId: store.retailerId, id: store.storeId } },
      data: { logFloor: upTo },
      select: { id: true },
    });
    return upTo - floor;
  };
  return ctx.db.transaction(store, expire, SHORT_LOCK_WAIT);
}

/** In batches, so that the store is not locked for long. @returns the number of expired events */
async function expireAll(ctx: Context, store: StoreIds, before: Date, most: number): Promise<number> {
  let sum = 0;
  for (let ended = EXPIRE_BATCH; ended >= EXPIRE_BATCH && sum < most; sum += ended)
    ended = await expireOldest(ctx, store, before);
  return sum;
}

const REMOVE_BATCH = 80 * BLOCK;

/** If no attempt is younger than `before`, so that a delivery that failed recently stays readable. */
async function removeExpired(ctx: Context, { retailerId, storeId }: StoreIds, before: Date): Promise<void> {
  const ids = [retailerId, storeId];
  const next = async (from: number) =>
    (await ctx.db.query<{ first: number; floor: number }>(findExpiredSql, [...ids, from]))[0];
  for (let expired = await next(0); expired; ) {
    const { first, floor } = expired;
    const from = first - (first % BLOCK);
    const isFree = await ctx.db.sqlTransaction(
      { retailerId, storeId },
      async (tx) => {
        const [mine] = await tx.query<{ obtained: boolean }>(tryLockName, [`remove expired ${storeId}`]);
        if (!mine?.obtained) return false;
        await tx.query(removeExpiredSql, [...ids, from, from + REMOVE_BATCH - BLOCK, floor, before]);
        return true;
      },
      SHORT_LOCK_WAIT,
    );
    if (!isFree) return;
    expired = await next(from + REMOVE_BATCH);
  }
}

interface AgedLog extends StoreIds {
  /** No event is older. */
  since: Date;
  isExpiring: boolean;
}

const PAGE = 500;

/** The oldest log first, each store at most twice. */
async function* agedLogs(ctx: Context, before: Date): AsyncGenerator<AgedLog> {
  let last: Pick<AgedLog, "since" | "storeId"> = {
    since: new Date(-1),
    storeId: "00000000-0000-0000-0000-000000000000",
  };
  for (let size = PAGE; size === PAGE; ) {
    const values = [before, last.since, last.storeId, PAGE];
    const page = await ctx.db.query<AgedLog>(findAgedLogsSql, values);
    yield* page;
    last = page.at(-1) ?? last;
    size = page.length;
  }
}

/**
 * Expired events are no longer read or sent, and waiting ones are `failed`.
 * @param most limits the run, so that a wrong clock of the database cannot remove everything at once
 * @throws AggregateError with all errors, after the last store
 */
async function removeOldEvents(ctx: Context, before: Date, most: number): Promise<void> {
  let left = most;
  const parts = new PartialRun();
  for await (const { isExpiring, ...store } of agedLogs(ctx, before)) {
    if (isExpiring && left > 0) left -= (await parts.run(() => expireAll(ctx, store, before, left))) ?? 0;
    await parts.run(() => removeExpired(ctx, store, before));
    await parts.run(() => ctx.db.query(setLogSinceSql, [store.retailerId, store.storeId, ctx.now()]));
  }
  parts.end("steps for the old events of stores failed");
}

const DAY_MS = 24 * 3_600_000;

/** 140 million a day, with a run every ten minutes. */
const MAX_EVENTS = 1_000_000;

/** Can run late, twice, and in several workers at once. @throws AggregateError with the errors of all steps */
export async function retainLogs(
  ctx: Context,
  { days, most = MAX_EVENTS }: { days: number; most?: number },
): Promise<void> {
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  const parts = new PartialRun();
  await parts.run(() => removeOldEvents(ctx, before, most));
  await parts.run(() => forgetReceivers(ctx.db, ctx.now()));
  await parts.run(() => forgetFollowers(ctx.db));
  parts.end("steps of the removal failed");
}
