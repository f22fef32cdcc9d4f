import { MAX_FEED_BYTES } from "../../core/feeds/feed-size.schema.ts";
import { feedSize, isRefusal, ownerOf, problemOfFeed, type Spool, spool, traceIngest } from "../../core/feeds/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { settleParts } from "./apply-stock-files.ts";
import type { Ingest, PutStock } from "./ingest.schema.ts";
import { linesOfBytes } from "./internal/feed-lines.ts";
import { stockOptions } from "./internal/stock-options.ts";
import { recordFeed, type SentFeed, takeFeed } from "./internal/take-feed.ts";

/**
 * A feed is received before its transaction begins, so a slow upload holds no lock and an upload that breaks off leaves nothing.
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
    bytes = await spool(input.feed, { limit: MAX_FEED_BYTES, owner: ownerOf(ctx.actor, retailerId) });
    const [feed, options] = [bytes, await reading];
    await settleParts(ctx, sent.store);
    return await ctx.db.bulkTransaction(sent.store, feedSize(bytes.size), async (tx) => {
      await lockStore(tx, sent.store);
      return takeFeed(ctx, tx, { ...sent, lines: linesOfBytes(tx, sent.store, feed, options) });
    });
  } catch (error) {
    if (isRefusal(error)) {
      const { message: reason } = error;
      const problem = problemOfFeed(error);
      await ctx.db.sqlTransaction(sent.store, async (tx) => {
        await lockStore(tx, sent.store);
        await recordFeed(ctx, tx, sent, { status: "refused", reason, problem });
      });
    }
    throw error;
  } finally {
    await bytes?.close();
  }
}
