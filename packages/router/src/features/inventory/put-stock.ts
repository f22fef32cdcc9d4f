import { LARGEST_FEED } from "../../core/feeds/feed-size.schema.ts";
import { feedSize, isRefusal, ownerOf, type Spool, spool, traceIngest } from "../../core/feeds/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { ingestFeed } from "./internal/ingest-feed.ts";
import { lockStore, type ReceivedFeed, recordFeed, type SentFeed, unchangedSince } from "./internal/received-feed.ts";
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
    // Read while the bytes arrive.
    const reading = stockOptions(ctx, store, input.columns);
    reading.catch(() => undefined);
    bytes = await spool(input.feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, retailerId) });
    return await ingest(ctx, { ...sent, bytes, options: await reading });
  } catch (error) {
    if (isRefusal(error)) await recordRefused(ctx, sent, error.message);
    throw error;
  } finally {
    await bytes?.close();
  }
}

/** Compares a feed with its store, writes the changes and records the ingest, in one transaction. */
async function ingest(ctx: Context, received: ReceivedFeed): Promise<Ingest> {
  const { store, bytes } = received;
  return ctx.db.bulkTransaction(store, feedSize(bytes.size), async (tx) => {
    await lockStore(tx, store);
    const same = await unchangedSince(tx, received);
    if (same) return recordFeed(ctx, tx, received, { ...same, status: "unchanged" });
    const { outcome, rejections } = await ingestFeed(ctx, tx, received);
    return recordFeed(ctx, tx, received, outcome, rejections);
  });
}

/** Records a feed that could not be read. The stock stays as it is. */
async function recordRefused(ctx: Context, received: SentFeed & Partial<ReceivedFeed>, reason: string): Promise<void> {
  await ctx.db.sqlTransaction(received.store, async (tx) => {
    await lockStore(tx, received.store);
    await recordFeed(ctx, tx, received, { status: "refused", reason });
  });
}
