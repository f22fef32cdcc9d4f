/**
 * The main file of a parser process, which reads one feed for its parent. The process holds no connection and no secret. It reads the
 * bytes from its descriptor 3, writes rows to its standard output, and reports the rest over its channel. It ends when its parent ends.
 */
import { Socket } from "node:net";
import { failureOf } from "../feed-error.ts";
import type { StockOptions } from "../read-stock.ts";
import { FeedFile } from "./feed-file.ts";
import type { FeedKind, FeedOptions, Order, ReadableFeed, Report } from "./messages.ts";

/** Maximum processor time for one feed, in seconds. The largest valid workbooks take 30 s on a slow machine. */
const MAX_SECONDS = 40;
/** The same for the product data of a stock feed, which a second pass over the feed reads. Both passes end within a minute. */
const MAX_SECOND_PASS_SECONDS = 15;
const [STDOUT, FEED] = [1, 3];
/** `process.stdout` would block this process while the pipe is full, so that the process would look as if it hangs. */
const output = new Socket({ fd: STDOUT, readable: false });
// The service does not take the rows any more.
output.on("error", () => process.exit());

/** Each parser loads the modules of its kind only. */
const openers: Record<FeedKind, (bytes: FeedFile, options: FeedOptions) => Promise<ReadableFeed>> = {
  stock: async (bytes, options) => (await import("./open-stock-feed.ts")).openStockFeed(bytes, options as StockOptions),
  storeProducts: async (bytes, options) =>
    (await import("./open-store-products.ts")).openStoreProducts(bytes, options as StockOptions),
  products: async (bytes, options) => (await import("./open-product-feed.ts")).openProductFeed(bytes, options),
  edits: async (bytes) => (await import("./open-edit-feed.ts")).openEditFeed(bytes),
  preview: async (bytes, options) => (await import("./open-preview.ts")).openPreview(bytes, options as StockOptions),
};

/** Resolves when the report is sent. */
const tell = (report: Report): Promise<void> =>
  new Promise((resolve) => process.send?.(report, undefined, undefined, () => resolve()));

async function run({ kind, options, bytes: facts }: Order): Promise<void> {
  const bytes = new FeedFile(FEED, facts, kind === "storeProducts" ? MAX_SECOND_PASS_SECONDS : MAX_SECONDS);
  try {
    const { header, read } = await openers[kind](bytes, options);
    void tell({ type: "header", header });
    const send = (rows: string): Promise<void> => {
      bytes.checkTime();
      return new Promise((resolve) => output.write(rows, () => resolve()));
    };
    await tell({ type: "end", result: await read(send, (lines) => void tell({ type: "lines", lines })) });
  } catch (error) {
    await tell({ type: "failed", failure: failureOf(error) });
  }
  process.disconnect?.();
}

process.once("message", (order: Order) => void run(order));
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole group of processes. The service ends first and closes its feeds.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
setInterval(() => void tell({ type: "alive" }), 1_000);
