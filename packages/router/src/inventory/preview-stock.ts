import type { Context } from "../context.ts";
import { LARGEST_FEED, lookAtFeed, ownerOf, spool } from "../feeds/index.ts";
import { findStore } from "../stores/index.ts";
import type { PreviewStock, StockPreview } from "./preview.schema.ts";

/**
 * Looks at a stock feed, or at its first part, by the rules by which it would be taken, and changes nothing. That another line
 * has the same barcode is not looked for.
 * @throws RetailerNotFound, StoreNotFound, PayloadTooLarge, MalformedRequest (gzip), UnrecognisedFeed (a broken XLSX file),
 *   FeedTooComplex, Unavailable
 */
export async function previewStock(ctx: Context, input: PreviewStock): Promise<StockPreview> {
  await findStore(ctx, input);
  const bytes = await spool(input.feed, {
    ...{ limit: LARGEST_FEED, partial: input.partial },
    owner: ownerOf(ctx.actor, input.retailerId),
  });
  try {
    return await lookAtFeed(bytes);
  } finally {
    await bytes.close();
  }
}
