import type { Tx } from "@highstreet/db";
import { lockCursor, sendOldAgain, wakeStore } from "@highstreet/delivery";
import { channelNotEnabled, isWaitingForReceiver, readChannel, type StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { eventsExpired, lockStores, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { keepChannelSql, newestOfEventSql, queueAgainSql, queueFinishedSql, retryNowSql } from "./deliveries.sql.ts";
import { deliveryWrite, presentDelivery, readDelivery } from "./read-deliveries.ts";
import type { Delivery, GetDelivery, Redelivered, RedeliverRange } from "./webhooks.schema.ts";

async function retryNow(tx: Tx, { retailerId, storeId }: StoreIds, sequence: number, now: Date): Promise<void> {
  const isLater = { retailerId, storeId, sequence, dueAt: { gt: now } };
  await tx.prisma.deliveryRetry.updateMany({ where: isLater, data: { dueAt: now } });
}

async function queueAgain(tx: Tx, store: StoreIds, sequence: number, now: Date): Promise<void> {
  const values = [store.retailerId, store.storeId, sequence];
  const [event] = await tx.query<{ newest: number | null }>(newestOfEventSql, values);
  const newerSequence = event?.newest ?? 0;
  if (newerSequence > sequence) {
    const detail =
      "A newer event of the same subject exists: sending this one would tell the receiver an older state. Redeliver `newerSequence`.";
    throw new DomainError("DeliverySuperseded", detail, { newerSequence });
  }
  await tx.query(queueAgainSql, [...values, now]);
}

/**
 * A waiting delivery keeps its tries, a finished one starts a new cycle of four, an untried one is sent anyway.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled, DeliveryNotFound, EventsExpired; DeliverySuperseded (`newerSequence`)
 */
export async function redeliverEvent(ctx: Context, input: GetDelivery): Promise<Delivery> {
  const now = ctx.now();
  const store = await findStore(ctx, input);
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    if (!(await readChannel(tx, store, "webhooks"))) throw channelNotEnabled("webhooks");
    await lockCursor(tx, store);
    const delivery = await readDelivery(tx, store, input.sequence);
    const { sequence, status, nextTryAt } = delivery;
    const floor = await readLogFloor(tx, store);
    if (sequence <= floor) throw eventsExpired(floor);
    if (nextTryAt) await retryNow(tx, store, sequence, now);
    else if (status !== "pending") await queueAgain(tx, store, sequence, now);
    await wakeStore(tx, store);
    await recordHistory(ctx, tx, [deliveryWrite(store, { from: sequence, to: sequence })]);
    return presentDelivery(await readDelivery(tx, store, input.sequence), await isWaitingForReceiver(tx, store));
  });
}

const BATCH = 10_000;

const BATCH_STATEMENT_MS = 60_000;

async function holdChannel(tx: Tx, store: StoreIds): Promise<void> {
  const cursor = await tx.query(keepChannelSql, [store.retailerId, store.storeId]);
  if (!cursor.length) throw channelNotEnabled("webhooks");
}

/**
 * The first sequence below `end` of an event that is not older than a time. Halves the range by key, because the log has no index by time.
 */
export async function firstSince(
  { db }: Pick<Context, "db">,
  { retailerId, storeId }: StoreIds,
  since: Date,
  low: number,
  end: number,
) {
  let [first, beyond] = [low, end];
  while (first < beyond) {
    const middle = Math.floor((first + beyond) / 2);
    const event = await db.prisma.storeEvent.findFirst({
      where: { retailerId, storeId, sequence: { gte: middle, lt: beyond } },
      orderBy: { sequence: "asc" },
      select: { sequence: true, createdAt: true },
    });
    if (event && event.createdAt < since) first = Number(event.sequence) + 1;
    else beyond = middle;
  }
  return first;
}

/**
 * After a restore, the events so far are older than the log. Batches of their own find them over the gap between sequences.
 * @returns the number of events that are sent again under new sequences
 */
async function sendOlder(ctx: Context, store: StoreIds, since: Date, last: number): Promise<number> {
  const { retailerId, storeId } = store;
  let sum = 0;
  for (let from = await firstSince(ctx, store, since, 0, last + 1); from <= last; ) {
    const first = await ctx.db.prisma.storeEvent.findFirst({
      where: { retailerId, storeId, sequence: { gte: from, lte: last } },
      orderBy: { sequence: "asc" },
      select: { sequence: true },
    });
    if (!first) break;
    from = Number(first.sequence) + BATCH;
    const range = { from: Number(first.sequence), upTo: Math.min(from - 1, last), since, now: ctx.now() };
    sum += await ctx.db.transaction(
      store,
      async (tx) => {
        await lockStores(tx, retailerId, [storeId]);
        await holdChannel(tx, store);
        return sendOldAgain(tx, store, range);
      },
      { statementMs: BATCH_STATEMENT_MS },
    );
  }
  return sum;
}

/**
 * Sends each delivery again as `redeliverEvent` does. With `since`, it also sends events that a restore has left behind, with new
 * sequences and times. At most the newest event of each subject is sent. Each batch commits by itself, so that the worker does not wait.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function redeliverRange(ctx: Context, input: RedeliverRange): Promise<Redelivered> {
  const store = await findStore(ctx, input);
  const { retailerId, storeId } = store;
  const { since, to, status = null } = input.body;
  const now = ctx.now();
  if (!(await readChannel(ctx.db, store, "webhooks"))) throw channelNotEnabled("webhooks");
  const log = await ctx.db.prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { logFloor: true, nextSequence: true },
  });
  const oldest = Number(log?.logFloor ?? 0) + 1;
  const next = Number(log?.nextSequence ?? 1);
  const from = since ? await firstSince(ctx, store, new Date(since), oldest, next) : (input.body.from ?? oldest);
  const last = Math.min(to ?? Number.MAX_SAFE_INTEGER, next - 1);
  const older = since && !status ? await sendOlder(ctx, store, new Date(since), Math.min(oldest - 1, last)) : 0;
  const done: Redelivered = { queued: older, superseded: 0 };
  for (let first = Math.max(from, oldest); first <= last; first += BATCH) {
    const upTo = Math.min(first + BATCH - 1, last);
    const values = [retailerId, storeId, first, upTo, status, now];
    const take = async (tx: Tx): Promise<Redelivered[]> => {
      await holdChannel(tx, store);
      const waiting = await tx.query<Redelivered>(retryNowSql, values);
      return [...waiting, ...(await tx.query<Redelivered>(queueFinishedSql, values))];
    };
    const counted = await ctx.db.transaction(store, take, { statementMs: BATCH_STATEMENT_MS });
    for (const { queued, superseded } of counted) {
      done.queued += queued;
      done.superseded += superseded;
    }
  }
  return ctx.db.transaction(store, async (tx) => {
    await holdChannel(tx, store);
    await wakeStore(tx, store);
    await recordHistory(ctx, tx, [deliveryWrite(store, { from, to: to ?? null, status, ...done })]);
    return done;
  });
}
