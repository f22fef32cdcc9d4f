import type { Sql, Tx } from "@highstreet/db";
import { BLOCK, lockCursor, wakeStore } from "@highstreet/delivery";
import type { StoreIds } from "../../../core/channels/index.ts";
import { lockStores, readLogFloor } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { tryLockName } from "../../../kernel/kernel.sql.ts";
import { PATIENCE, Parts } from "../../../kernel/serve-retailers.ts";
import {
  EXPIRE_BATCH,
  failRetriesSql,
  failUntriedSql,
  findAgedLogsSql,
  findExpiredSql,
  noteLogSinceSql,
  removeExpiredSql,
} from "../endpoints.sql.ts";

export interface GivenUp {
  /** The last event that was tried. */
  cursor: number;
  /** The last event that fails. */
  upTo: number;
  /** The sequence of a retry that continues to wait, or null. */
  except: number | null;
  /** The reason in the log of attempts. */
  reason: "channel_removed" | "expired";
}

interface Ended {
  /** Number of events that no longer wait. */
  ended: number;
  /** Number of these events without a newer one of their subject. */
  failed: number;
}

/**
 * Ends waiting events without a call. An event that waits for a retry stays `superseded` if a newer one of its subject exists. Any
 * other event is `failed`. The caller holds the locks of the store and the cursor.
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

/** Fails the waiting events up to `upTo`, except the ping: an unverified endpoint is pinged forever. */
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

/**
 * The last of the next events before `before`. Expired events are always a prefix of the log. The sequences of the log have no
 * gaps.
 */
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

/** @returns the number of expired events; less than `EXPIRE_BATCH` if the store has no more */
async function expireOldest(ctx: Context, store: StoreIds, before: Date): Promise<number> {
  const expire = async (tx: Tx): Promise<number> => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const floor = await readLogFloor(tx, store);
    const upTo = await lastExpiring(tx, store, floor, before);
    if (upTo <= floor) return 0;
    await giveUp(tx, store, upTo, ctx.now());
    const expired = { retailerId: store.retailerId, storeId: store.storeId, firstSequence: { lte: upTo } };
    await tx.prisma.eventTrace.deleteMany({ where: { ...expired, lastSequence: { lte: upTo } } });
    await tx.prisma.store.update({
      where: { retailerId_id: { retailerId: store.retailerId, id: store.storeId } },
      data: { logFloor: upTo },
      select: { id: true },
    });
    return upTo - floor;
  };
  return ctx.db.transaction(store, expire, PATIENCE);
}

/** Expires the events of a store in batches, so that it is not locked for long. @returns the number of expired events */
async function expireAll(ctx: Context, store: StoreIds, before: Date, most: number): Promise<number> {
  let sum = 0;
  for (let ended = EXPIRE_BATCH; ended >= EXPIRE_BATCH && sum < most; sum += ended)
    ended = await expireOldest(ctx, store, before);
  return sum;
}

/** Sequences per statement. */
const REMOVE_BATCH = 80 * BLOCK;

/**
 * Removes the expired events of a store with their attempts, if no attempt is younger than `before`. So a delivery that failed
 * recently stays readable as long as any other.
 */
async function removeExpired(ctx: Context, { retailerId, storeId }: StoreIds, before: Date): Promise<void> {
  const ids = [retailerId, storeId];
  const [expired] = await ctx.db.query<{ first: number; floor: number }>(findExpiredSql, ids);
  if (!expired) return;
  const { first, floor } = expired;
  for (let from = first - (first % BLOCK); from <= floor; from += REMOVE_BATCH) {
    const isFree = await ctx.db.sqlTransaction(
      { retailerId, storeId },
      async (tx) => {
        const [mine] = await tx.query<{ obtained: boolean }>(tryLockName, [`remove expired ${storeId}`]);
        if (!mine?.obtained) return false;
        await tx.query(removeExpiredSql, [...ids, from, from + REMOVE_BATCH - BLOCK, floor, before]);
        return true;
      },
      PATIENCE,
    );
    if (!isFree) return;
  }
}

/** A store whose log can have old events. */
interface AgedLog extends StoreIds {
  /** No event is older. */
  since: Date;
  /** Whether an event is old and not yet expired. */
  isExpiring: boolean;
}

/** Stores per statement. */
const PAGE = 500;

/** The stores whose log can have events before `before`, the oldest log first, each at most twice. */
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
 * Expires events older than `before`, and removes expired events. Expired events are no longer read or sent, and waiting ones are
 * `failed`.
 * @param most the run ends after this many events, so that a wrong clock of the database cannot remove everything at once
 * @throws AggregateError with all errors, after the last store
 */
export async function removeOldEvents(ctx: Context, before: Date, most: number): Promise<void> {
  let left = most;
  const parts = new Parts();
  for await (const { isExpiring, ...store } of agedLogs(ctx, before)) {
    if (isExpiring && left > 0) left -= (await parts.run(() => expireAll(ctx, store, before, left))) ?? 0;
    await parts.run(() => removeExpired(ctx, store, before));
    await parts.run(() => ctx.db.query(noteLogSinceSql, [store.retailerId, store.storeId, ctx.now()]));
  }
  parts.end("steps for the old events of stores failed");
}
