import { findRetailer } from "../../access/find-retailer.ts";
import { MAX_FEED_BYTES } from "../../core/feeds/feed-size.schema.ts";
import { ownerOf, previewFeed, spool } from "../../core/feeds/index.ts";
import type { StockPreview } from "../../core/feeds/preview.schema.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { PreviewStock, PreviewStockFile } from "./ingest.schema.ts";
import { type FileOptions, fileOptions, stockOptions } from "./internal/stock-options.ts";

type Options = FileOptions | Awaited<ReturnType<typeof stockOptions>>;

async function preview(ctx: Context, input: PreviewStockFile, read: () => Promise<Options>): Promise<StockPreview> {
  const bytes = await spool(input.feed, {
    limit: MAX_FEED_BYTES,
    partial: input.partial,
    owner: ownerOf(ctx.actor, input.retailerId),
  });
  try {
    return await previewFeed(bytes, await read());
  } finally {
    await bytes.close();
  }
}

/**
 * Reads a stock feed, or its first part, by the rules of ingest, and changes nothing.
 * @throws RetailerNotFound, StoreNotFound, PayloadTooLarge, MalformedRequest (gzip), UnrecognisedFeed (a broken XLSX file),
 *   FeedTooComplex, Unavailable
 */
export async function previewStock(ctx: Context, input: PreviewStock): Promise<StockPreview> {
  const store = await findStore(ctx, input);
  return preview(ctx, input, () => stockOptions(ctx, store, input.columns));
}

/** The same for a file of several stores. @throws as {@link previewStock} */
export async function previewStockFile(ctx: Context, input: PreviewStockFile): Promise<StockPreview> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  return preview(ctx, input, () => fileOptions(ctx, retailerId, input.columns));
}
