import { LARGEST_FEED } from "../../core/feeds/feed-size.schema.ts";
import { ownerOf, previewFeed, spool } from "../../core/feeds/index.ts";
import type { StockPreview } from "../../core/feeds/preview.schema.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { stockOptions } from "./internal/stock-options.ts";
import type { PreviewStock } from "./inventory.schema.ts";

/**
 * Reads a stock feed, or its first part, by the rules of ingest, and changes nothing.
 * @throws RetailerNotFound, StoreNotFound, PayloadTooLarge, MalformedRequest (gzip), UnrecognisedFeed (a broken XLSX file),
 *   FeedTooComplex, Unavailable
 */
export async function previewStock(ctx: Context, input: PreviewStock): Promise<StockPreview> {
  const store = await findStore(ctx, input);
  const bytes = await spool(input.feed, {
    ...{ limit: LARGEST_FEED, partial: input.partial },
    owner: ownerOf(ctx.actor, input.retailerId),
  });
  try {
    return await previewFeed(bytes, await stockOptions(ctx, store, input.columns));
  } finally {
    await bytes.close();
  }
}
