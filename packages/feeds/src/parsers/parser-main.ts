/** Reads the bytes from descriptor 3, writes rows to standard output, and reports the rest to its parent. */
import { Socket } from "node:net";
import { serveParent, tell } from "../child/serve-parent.ts";
import { failureOf } from "../feed-error.ts";
import { FeedFile } from "../feed-file.ts";
import type { JsonOptions } from "../json/bounded-json.ts";
import type { ColumnMapping } from "../lines/feed-columns.ts";
import type { StockOptions } from "../read-stock.ts";
import type { FeedKind, FeedOptions, Order, ReadableFeed, Report } from "./parser.ts";

/** The largest valid workbooks take 30 s on a slow machine. */
const MAX_SECONDS = 40;
/** The same for the product data of a stock feed, which a second pass over the feed reads. Both passes end within a minute. */
const MAX_SECOND_PASS_SECONDS = 15;
const [STDOUT, FEED] = [1, 3];
const PIECE = 1 << 15;
/** `process.stdout` would block this process while the pipe is full, so that the process would look as if it hangs. */
const output = new Socket({ fd: STDOUT, readable: false });
// The service does not take the rows any more.
output.on("error", () => process.exit());

/** Each parser loads the modules of its kind only. */
const openers: Record<FeedKind, (bytes: FeedFile, options: FeedOptions) => Promise<ReadableFeed>> = {
  stock: async (bytes, options) => (await import("./open-stock-feed.ts")).openStockFeed(bytes, options as StockOptions),
  stockFile: async (bytes, options) =>
    (await import("./open-stock-file.ts")).openStockFile(bytes, options as StockOptions),
  storeProducts: async (bytes, options) =>
    (await import("./open-stock-file.ts")).openStoreProducts(bytes, options as StockOptions),
  products: async (bytes, options) =>
    (await import("./open-product-feed.ts")).openProductFeed(bytes, options as { columns?: ColumnMapping }),
  productPreview: async (bytes, options) =>
    (await import("./open-product-preview.ts")).openProductPreview(bytes, options as { columns?: ColumnMapping }),
  edits: async (bytes) => (await import("./open-product-feed.ts")).openEditFeed(bytes),
  json: async (bytes, options) => (await import("../json/bounded-json.ts")).openJson(bytes, options as JsonOptions),
  picture: async (bytes) => (await import("../pictures/open-picture.ts")).openPicture(bytes),
  preview: async (bytes, options) => (await import("./open-preview.ts")).openPreview(bytes, options as StockOptions),
};

async function read({ kind, options, bytes: facts }: Order): Promise<void> {
  const bytes = new FeedFile(FEED, facts, kind === "storeProducts" ? MAX_SECOND_PASS_SECONDS : MAX_SECONDS);
  const report = (one: Report): Promise<void> => tell(one);
  try {
    const feed = await openers[kind](bytes, options);
    void report({ header: feed.header });
    let unsent = "";
    const flush = (): Promise<void> => {
      const rows = unsent;
      unsent = "";
      return new Promise((resolve) => output.write(rows, () => resolve()));
    };
    const send = async (rows: string): Promise<void> => {
      bytes.checkTime();
      unsent += rows;
      if (unsent.length >= PIECE) await flush();
    };
    const result = await feed.read(send, (lines) => void report({ lines }));
    await flush();
    await report({ result });
  } catch (error) {
    await report({ failure: failureOf(error) });
  }
  process.disconnect?.();
}

serveParent(read);
