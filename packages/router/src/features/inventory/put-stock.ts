import { findStore } from "../../core/stores/index.ts";
import { LARGEST_FEED } from "../../feeds/feed-size.schema.ts";
import { isRefusal, openStock, ownerOf, type Spool, spool, turnOf } from "../../feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { dropHeldFeed, keepHeldFeed } from "./held-feed.ts";
import { ingestFeed } from "./ingest-feed.ts";
import type { Ingest, PutStock } from "./inventory.schema.ts";
import { ingestOf, lockStore, type ReceivedFeed, recordFeed, type SentFeed } from "./received-feed.ts";
import { takeIfUnchanged, takeUnchanged } from "./take-unchanged.ts";

/**
 * Takes in a stock feed (contract §3). The bytes are received whole before the transaction begins: a cut-off upload leaves
 * nothing, a slow one holds nothing.
 * @throws UnrecognisedFeed and FeedTooComplex (the refused ingest is recorded), RetailerNotFound, StoreNotFound
 */
export async function putStock(ctx: Context, input: PutStock): Promise<Ingest> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const sent: SentFeed = { store: { retailerId, storeId }, mode: input.mode, started: performance.now() };
  let bytes: Spool | undefined;
  try {
    bytes = await spool(input.feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, retailerId) });
    const received = { ...sent, bytes };
    const unchanged = await takeIfUnchanged(ctx, received);
    // A feed that waits for an earlier feed is not open in a parser yet.
    return unchanged ?? (await ctx.db.inQueue(`feeds of ${storeId}`, () => take(ctx, received)));
  } catch (error) {
    if (isRefusal(error)) await refuse(ctx, { ...sent, bytes }, error.message);
    throw error;
  } finally {
    await bytes?.close();
  }
}

async function take(ctx: Context, received: ReceivedFeed): Promise<Ingest> {
  const { store, bytes } = received;
  const feed = await openStock(bytes);
  try {
    return await ctx.db.bulkTransaction(store, turnOf(feed.header.size), async (tx) => {
      // The same bytes can arrive twice at once.
      const unchanged = await takeUnchanged(ctx, tx, received);
      if (unchanged) return unchanged;
      const { outcome, rejections } = await ingestFeed(ctx, tx, received, feed);
      const ingest = ingestOf(ctx, received, outcome);
      if (ingest.status === "held") dropHeldFeed(tx, store);
      await recordFeed(ctx, tx, received, ingest, rejections);
      if (ingest.status === "held") await keepHeldFeed(tx, store.retailerId, ingest.id, bytes);
      return ingest;
    });
  } finally {
    feed.close();
  }
}

/** Records a feed that could not be read; stock stays as it is. */
async function refuse(ctx: Context, received: SentFeed & { bytes?: Spool }, reason: string): Promise<void> {
  await ctx.db.sqlTransaction(received.store, async (tx) => {
    await lockStore(tx, received.store);
    await recordFeed(ctx, tx, received, ingestOf(ctx, received, { status: "refused", reason }));
  });
}
