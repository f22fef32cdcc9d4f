import type { ColumnMapping } from "./lines/feed-columns.ts";
import type { StockPreview } from "./parsers/open-preview.ts";
import type { ProductResult } from "./parsers/open-product-feed.ts";
import type { FeedResult, StockHeader, StockResult } from "./parsers/open-stock-feed.ts";
import type { StoreProductResult } from "./parsers/open-store-products.ts";
import { type NewLimit, ParsedFeed, parserSlots } from "./parsers/parsed-feed.ts";
import type { StockOptions } from "./read-stock.ts";
import type { Spool } from "./receive/spool.ts";

/** A stock feed with a valid header. The caller must close it. */
export type StockFeed = ParsedFeed<StockHeader, StockResult>;
/** The product data of a stock feed. The caller must close it. */
export type StoreProductFeed = ParsedFeed<null, StoreProductResult>;
/** A feed of product data with a valid header. The caller must close it. */
export type ProductFeed = ParsedFeed<null, ProductResult>;
/** A file of edits with a valid header. The caller must close it. */
export type EditFeed = ParsedFeed<null, FeedResult>;

/**
 * Opens feeds in parsers, each in a process of its own.
 * @param newLimit makes a limit on concurrent feeds
 */
export function createFeedReader(newLimit: NewLimit) {
  const slots = parserSlots(newLimit);
  return {
    /** Opens a stock feed. @throws FeedError */
    openStock: (bytes: Spool, options: StockOptions): Promise<StockFeed> =>
      ParsedFeed.open(slots, { kind: "stock", options }, bytes),
    /** Opens the product data of a stock feed. @throws FeedError */
    openStoreProducts: (bytes: Spool, options: StockOptions): Promise<StoreProductFeed> =>
      ParsedFeed.open(slots, { kind: "storeProducts", options }, bytes),
    /** Opens a feed of product data. @throws FeedError */
    openProducts: (bytes: Spool, options: { columns?: ColumnMapping | undefined } = {}): Promise<ProductFeed> =>
      ParsedFeed.open(slots, { kind: "products", options }, bytes),
    /** Opens a file of edits. `editRows` reads its rows. @throws FeedError */
    openEdits: (bytes: Spool): Promise<EditFeed> => ParsedFeed.open(slots, { kind: "edits", options: {} }, bytes),
    /** Previews a stock feed. @throws FeedError */
    async previewStock(bytes: Spool, options: StockOptions): Promise<StockPreview> {
      const feed = await ParsedFeed.open<null, StockPreview>(slots, { kind: "preview", options }, bytes);
      return feed.read((read) => read(async () => undefined));
    },
  };
}
