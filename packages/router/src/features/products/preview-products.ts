import { findRetailer } from "../../access/find-retailer.ts";
import { MAX_FEED_BYTES } from "../../core/feeds/feed-size.schema.ts";
import { ownerOf, previewProductFeed, spool } from "../../core/feeds/index.ts";
import type { StockPreview } from "../../core/feeds/preview.schema.ts";
import type { Context } from "../../kernel/context.ts";
import type { PreviewProducts } from "./products.schema.ts";

/** Reads product data, or its first part, by the rules of ingest, and changes nothing. @throws as `previewStock` */
export async function previewProducts(ctx: Context, input: PreviewProducts): Promise<StockPreview> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const owner = ownerOf(ctx.actor, retailerId);
  const bytes = await spool(input.feed, { limit: MAX_FEED_BYTES, partial: input.partial, owner });
  try {
    return await previewProductFeed(bytes, { columns: input.columns });
  } finally {
    await bytes.close();
  }
}
