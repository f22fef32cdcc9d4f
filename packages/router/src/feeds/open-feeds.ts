import type { StockPreview } from "../inventory/index.ts";
import type { ProductBatch } from "./parsers/open-product-feed.ts";
import type { FeedHeader, FeedResult } from "./parsers/open-stock-feed.ts";
import { ParsedFeed } from "./parsers/parsed-feed.ts";
import type { StockBatch } from "./parsers/stock-batch.ts";
import type { Spool } from "./spool.ts";

/** A stock feed whose header was understood. Close it. */
export type StockFeed = ParsedFeed<FeedHeader, StockBatch, FeedResult>;
/** A feed of product data whose header was understood. Close it. */
export type ProductFeed = ParsedFeed<FeedHeader, ProductBatch, FeedResult>;

/** Opens a stock feed in a parser. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable */
export const openStock = (bytes: Spool): Promise<StockFeed> => ParsedFeed.open("stock", bytes);

/** Opens a feed of product data in a parser. @throws as {@link openStock} */
export const openProducts = (bytes: Spool): Promise<ProductFeed> => ParsedFeed.open("products", bytes);

/** Has a parser look at a stock feed. @throws as {@link openStock} */
export async function lookAtFeed(bytes: Spool): Promise<StockPreview> {
  const feed = await ParsedFeed.open<null, never, StockPreview>("preview", bytes);
  try {
    return await feed.read((read) => read(async () => undefined));
  } finally {
    feed.close();
  }
}
