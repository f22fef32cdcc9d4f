import type { ProductBatch } from "./parsers/open-product-feed.ts";
import type { FeedHeader, FeedResult } from "./parsers/open-stock-feed.ts";
import { ParsedFeed } from "./parsers/parsed-feed.ts";
import type { StockBatch } from "./parsers/stock-batch.ts";
import type { StockPreview } from "./preview.schema.ts";
import type { Spool } from "./spool.ts";

/** A stock feed with a valid header. The caller must close it. */
export type StockFeed = ParsedFeed<FeedHeader, StockBatch, FeedResult>;
/** A feed of product data with a valid header. The caller must close it. */
export type ProductFeed = ParsedFeed<FeedHeader, ProductBatch, FeedResult>;

/** Opens a stock feed in a parser. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable */
export const openStock = (bytes: Spool): Promise<StockFeed> => ParsedFeed.open("stock", bytes);

/** Opens a feed of product data in a parser. @throws as {@link openStock} */
export const openProducts = (bytes: Spool): Promise<ProductFeed> => ParsedFeed.open("products", bytes);

/** Previews a stock feed in a parser. @throws as {@link openStock} */
export async function lookAtFeed(bytes: Spool): Promise<StockPreview> {
  const feed = await ParsedFeed.open<null, never, StockPreview>("preview", bytes);
  try {
    return await feed.read((read) => read(async () => undefined));
  } finally {
    feed.close();
  }
}
