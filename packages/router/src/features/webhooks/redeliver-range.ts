import type { Tx } from "@highstreet/db";
import { wakeStore } from "@highstreet/delivery";
import { channelNotEnabled, readChannel, type StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { keepChannelSql, queueFinishedSql, retryNowSql } from "./deliveries.sql.ts";
import type { Redelivered, RedeliverRange } from "./endpoint.schema.ts";
import { deliveryWrite } from "./internal/delivery-row.ts";

/** Sequences per statement. */
const BATCH = 10_000;

const BATCH_STATEMENT_MS = 60_000;

async function holdChannel(tx: Tx, store: StoreIds): Promise<void> {
  const cursor = await tx.query(keepChannelSql, [store.retailerId, store.storeId]);
  if (!cursor.length) throw channelNotEnabled("webhooks");
}

/**
 * The first sequence from `low` on, and below `end`, of an event that is not older than a time. Halves the range with one key lookup
 * for each step, because the log has no index by time.
 */
async function firstSince({ db }: Context, { retailerId, storeId }: StoreIds, since: Date, low: number, end: number) {
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
 * Sends a range of deliveries again, each as `redeliverEvent` does. At most the newest event of each subject is sent, and a delivered
 * event stays delivered. Each batch commits by itself, so that the worker does not wait.
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
  const done: Redelivered = { queued: 0, superseded: 0 };
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
    recordHistory(ctx, tx, [deliveryWrite(store, { from, to: to ?? null, status, ...done })]);
    return done;
  });
}
