/**
 * The main file of a parser process, which reads feeds for its parent. The process holds no connection and no secret: it receives
 * bytes and returns typed columns over its channel. It ends when its parent ends for any reason.
 */
import { failureOf } from "../feed-error.ts";
import type { StockOptions } from "../read-stock.ts";
import type { FeedKind, FeedOptions, Order, ReadableFeed, Report } from "./messages.ts";
import { openStockFeed } from "./open-stock-feed.ts";
import { RequestedBytes, SECOND_PASS_SECONDS } from "./requested-bytes.ts";

/** Product data, edits and previews are rarer, so their modules are loaded on first use. */
const openers: Record<FeedKind, (bytes: RequestedBytes, options: FeedOptions) => Promise<ReadableFeed>> = {
  stock: (bytes, options) => openStockFeed(bytes, options as StockOptions),
  storeProducts: async (bytes, options) =>
    (await import("./open-store-products.ts")).openStoreProducts(bytes, options as StockOptions),
  products: async (bytes, options) => (await import("./open-product-feed.ts")).openProductFeed(bytes, options),
  edits: async (bytes) => (await import("./open-edit-feed.ts")).openEditFeed(bytes),
  preview: async (bytes, options) => (await import("./open-preview.ts")).openPreview(bytes, options as StockOptions),
};

const tell = (report: Report): void => {
  process.send?.(report, (error) => {
    if (error) process.exit();
  });
};

/** A feed in this parser. */
class Reading {
  readonly #feed: number;
  readonly #bytes: RequestedBytes;
  readonly #requests = new Map<number, (bytes: Uint8Array) => void>();
  #lastRequest = 0;
  #room: number;
  #onRoom: () => void = () => undefined;

  constructor({ feed, kind, facts, head, room }: Extract<Order, { type: "open" }>) {
    this.#feed = feed;
    this.#room = room;
    const seconds = kind === "storeProducts" ? SECOND_PASS_SECONDS : undefined;
    this.#bytes = new RequestedBytes(facts, head, (position, length) => this.#ask(position, length), seconds);
  }

  #ask(position: number, length: number): Promise<Uint8Array> {
    const request = ++this.#lastRequest;
    tell({ type: "want", feed: this.#feed, request, position, length });
    return new Promise((resolve) => this.#requests.set(request, resolve));
  }

  take(request: number, bytes: Uint8Array): void {
    this.#requests.get(request)?.(bytes);
    this.#requests.delete(request);
  }

  addRoom(): void {
    this.#room++;
    this.#onRoom();
  }

  async #send(batch: unknown): Promise<void> {
    if (this.#room === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onRoom = resolve;
      await this.#bytes.outside(promise);
    }
    this.#room--;
    tell({ type: "batch", feed: this.#feed, batch });
  }

  async run(kind: FeedKind, options: FeedOptions): Promise<void> {
    const feed = this.#feed;
    try {
      this.#bytes.meter.start();
      const { header, read } = await openers[kind](this.#bytes, options);
      tell({ type: "header", feed, header });
      const result = await read((batch) => this.#send(batch));
      tell({ type: "end", feed, result });
    } catch (error) {
      tell({ type: "failed", feed, failure: failureOf(error) });
    }
  }
}

const readings = new Map<number, Reading>();

process.on("message", (order: Order) => {
  const reading = readings.get(order.feed);
  if (order.type === "open") {
    const opened = new Reading(order);
    readings.set(order.feed, opened);
    void opened.run(order.kind, order.options);
  } else if (order.type === "bytes") reading?.take(order.request, order.bytes);
  else if (order.type === "more") reading?.addRoom();
  // Pending requests for bytes or room never resolve, and are dropped.
  else readings.delete(order.feed);
});
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole group of processes. The service ends first and closes its feeds.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
setInterval(() => tell({ type: "alive" }), 1_000);
tell({ type: "alive" });
