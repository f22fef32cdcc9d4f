import { LARGEST_FEED } from "../../core/feeds/feed-size.schema.ts";
import { feedSize, isRefusal, openStock, ownerOf, type Spool, spool, traceIngest } from "../../core/feeds/index.ts";
import { renewStatistics } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { ingestFeed } from "./internal/ingest-feed.ts";
import {
  findLastFeed,
  lockStore,
  type ReceivedFeed,
  recordFeed,
  type SentFeed,
  unchangedSince,
} from "./internal/received-feed.ts";
import { readSource } from "./internal/source.ts";
import { stockOptions } from "./internal/stock-options.ts";
import type { Ingest, PutStock } from "./inventory.schema.ts";

/**
 * Takes in a stock feed in five steps: receive, find unchanged bytes, compare, write, record. A feed is received before its
 * transaction begins, so a slow upload holds no lock and an upload that breaks off leaves nothing.
 * @throws UnrecognisedFeed and FeedTooComplex (the refused ingest is recorded), RetailerNotFound, StoreNotFound
 */
export async function putStock(ctx: Context, input: PutStock): Promise<Ingest> {
  return traceIngest(ctx, () => takeStock(ctx, input));
}

async function takeStock(ctx: Context, input: PutStock): Promise<Ingest> {
  const store = await findStore(ctx, input);
  const { retailerId, storeId } = store;
  const sent: SentFeed = { store: { retailerId, storeId }, mode: input.mode, started: performance.now() };
  let bytes: Spool | undefined;
  try {
    // Read while the bytes arrive. One after the other, because a second connection may have to be opened first.
    const reading = stockOptions(ctx, store, input.columns).then(
      async (options) => [options, await findLastFeed(ctx.db, store)] as const,
    );
    reading.catch(() => undefined);
    bytes = await spool(input.feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, retailerId) });
    const [options, last] = await reading;
    const received: ReceivedFeed = { ...sent, bytes, options };
    const unchanged = unchangedSince(last, received) && (await recordUnchanged(ctx, received));
    // A feed that waits for an earlier feed is not open in a parser yet.
    return unchanged ?? (await ctx.db.inQueue(`feeds of ${storeId}`, () => ingest(ctx, received)));
  } catch (error) {
    if (isRefusal(error)) await recordRefused(ctx, sent, error.message);
    throw error;
  } finally {
    await bytes?.close();
  }
}

/** Records a feed with the bytes of the last feed, if nothing has written to the items when the store is locked. */
async function recordUnchanged(ctx: Context, received: ReceivedFeed): Promise<Ingest | undefined> {
  const { store } = received;
  return ctx.db.sqlTransaction(store, async (tx) => {
    const [, last, source] = await Promise.all([lockStore(tx, store), findLastFeed(tx, store), readSource(tx, store)]);
    const same = unchangedSince(last, received);
    return same && recordFeed(ctx, tx, received, { ...same, status: "unchanged" }, undefined, source);
  });
}

/** Compares a feed with its store, writes the changes and records the ingest, in one transaction. */
async function ingest(ctx: Context, received: ReceivedFeed): Promise<Ingest> {
  const { store, bytes, options } = received;
  const feed = await openStock(bytes, options);
  try {
    return await ctx.db.bulkTransaction(store, feedSize(feed.header.size), async (tx) => {
      await lockStore(tx, store);
      // Another call may have taken the same bytes while this call waited for the lock.
      const same = unchangedSince(await findLastFeed(tx, store), received);
      if (same) return recordFeed(ctx, tx, received, { ...same, status: "unchanged" });
      const { outcome, rejections } = await ingestFeed(ctx, tx, received, feed);
      renewStatistics(tx, "stock_item", outcome.newItems ?? 0);
      return recordFeed(ctx, tx, received, outcome, rejections);
    });
  } finally {
    feed.close();
  }
}

/** Records a feed that could not be read. The stock stays as it is. */
async function recordRefused(ctx: Context, received: SentFeed & Partial<ReceivedFeed>, reason: string): Promise<void> {
  await ctx.db.sqlTransaction(received.store, async (tx) => {
    await lockStore(tx, received.store);
    await recordFeed(ctx, tx, received, { status: "refused", reason });
  });
}
