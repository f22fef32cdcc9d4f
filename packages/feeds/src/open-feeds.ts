import type { ColumnMapping } from "./lines/feed-columns.ts";
import type { EditBatch } from "./parsers/open-edit-feed.ts";
import type { StockPreview } from "./parsers/open-preview.ts";
import type { ProductBatch } from "./parsers/open-product-feed.ts";
import type { FeedHeader, FeedResult, StockHeader, StockResult } from "./parsers/open-stock-feed.ts";
import type { StoreProductBatch, StoreProductResult } from "./parsers/open-store-products.ts";
import { ParsedFeed } from "./parsers/parsed-feed.ts";
import { type NewLimit, openParsers } from "./parsers/parser-pool.ts";
import type { StockBatch } from "./parsers/stock-batch.ts";
import type { StockOptions } from "./read-stock.ts";
import type { Spool } from "./receive/spool.ts";

/** A stock feed with a valid header. The caller must close it. */
export type StockFeed = ParsedFeed<StockHeader, StockBatch, StockResult>;
/** The product data of a stock feed. The caller must close it. */
export type StoreProductFeed = ParsedFeed<null, StoreProductBatch, StoreProductResult>;
/** A feed of product data with a valid header. The caller must close it. */
export type ProductFeed = ParsedFeed<FeedHeader, ProductBatch, FeedResult>;

/** A file of edits with a valid header. The caller must close it. */
export type EditFeed = ParsedFeed<FeedHeader, EditBatch, FeedResult>;

/**
 * Opens feeds in the parsers of this process.
 * @param newLimit makes a limit on concurrent feeds
 */
export function createFeedReader(newLimit: NewLimit) {
  const parsers = openParsers(newLimit);
  return {
    /** Opens a stock feed in a parser. @throws FeedError */
    openStock: (bytes: Spool, options: StockOptions): Promise<StockFeed> =>
      ParsedFeed.open(parsers, { kind: "stock", options }, bytes),
    /** Opens the product data of a stock feed in a parser. @throws FeedError */
    openStoreProducts: (bytes: Spool, options: StockOptions): Promise<StoreProductFeed> =>
      ParsedFeed.open(parsers, { kind: "storeProducts", options }, bytes),
    /** Opens a feed of product data in a parser. @throws FeedError */
    openProducts: (bytes: Spool, options: { columns?: ColumnMapping | undefined } = {}): Promise<ProductFeed> =>
      ParsedFeed.open(parsers, { kind: "products", options }, bytes),
    /** Opens a file of edits in a parser. @throws FeedError */
    openEdits: (bytes: Spool): Promise<EditFeed> => ParsedFeed.open(parsers, { kind: "edits", options: {} }, bytes),
    /** Previews a stock feed in a parser. @throws FeedError */
    async previewStock(bytes: Spool, options: StockOptions): Promise<StockPreview> {
      const feed = await ParsedFeed.open<null, never, StockPreview>(parsers, { kind: "preview", options }, bytes);
      try {
        return await feed.read((read) => read(async () => undefined));
      } finally {
        feed.close();
      }
    },
  };
}
