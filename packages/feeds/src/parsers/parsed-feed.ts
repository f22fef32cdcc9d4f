import { badPicture, endsItsParser } from "../feed-error.ts";
import type { JsonOptions } from "../json/bounded-json.ts";
import type { ColumnMapping } from "../lines/feed-columns.ts";
import type { Picture } from "../pictures/open-picture.ts";
import type { StockOptions } from "../read-stock.ts";
import type { Spool } from "../receive/spool.ts";
import type { StockPreview } from "./open-preview.ts";
import type { ProductResult } from "./open-product-feed.ts";
import type { FeedResult, StockHeader, StockResult } from "./open-stock-feed.ts";
import type { StockFileResult, StoreProductResult } from "./open-stock-file.ts";
import { type FeedRequest, Parser, ParserLost } from "./parser.ts";

/**
 * Maximum number of parsers of this process. A partner has at most half of them. The service has fewer bulk transactions, so no
 * transaction waits for the parser of another one.
 */
const MAX_PARSERS = 8;
const MAX_WAIT_MS = 60_000;

interface Limit {
  /** @param until in milliseconds of `performance.now()` */
  take(key: string, until: number): Promise<void>;
  give(key: string): void;
}

export type NewLimit = (options: { total: number; each: number }) => Limit;

interface Slots {
  limit: Limit;
  parsers: number;
}

const KEY = Symbol.for("highstreet.parsers");
const held = globalThis as { [KEY]?: Slots };

/** The slots of the process. A bundler can make several copies of this file, which share them. */
function parserSlots(newLimit: NewLimit): Slots {
  held[KEY] ??= { limit: newLimit({ total: MAX_PARSERS, each: MAX_PARSERS / 2 }), parsers: 0 };
  return held[KEY];
}

export const parsersInUse = (): number => held[KEY]?.parsers ?? 0;

type ReadRows<Result> = (
  take: (rows: Uint8Array) => Promise<void>,
  onLines?: (lines: number) => void,
) => Promise<Result>;

/** A parser that is killed can leave a part of a row, and COPY would fail with it. */
async function* wholeRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const start = rest.length ? piece.indexOf("\n") + 1 : 0;
    const end = piece.lastIndexOf("\n") + 1;
    if (start) yield Buffer.concat([rest, piece.subarray(0, start)]);
    if (end > start) yield piece.subarray(start, end);
    rest = end ? piece.subarray(end) : Buffer.concat([rest, piece]);
  }
}

/** If the parser ends, another one reads the feed once more. */
class ParsedFeed<Header, Result> {
  header!: Header;
  readonly #slots: Slots;
  readonly #request: FeedRequest;
  readonly #bytes: Spool;
  #parser: Parser | undefined;
  #wasLost = false;
  #isOpen = true;

  private constructor(slots: Slots, request: FeedRequest, bytes: Spool) {
    this.#slots = slots;
    this.#request = request;
    this.#bytes = bytes;
    slots.parsers++;
  }

  /** The caller must close or read the feed. @throws FeedError; the errors of the limit */
  static async open<Header, Result>(
    slots: Slots,
    request: FeedRequest,
    bytes: Spool,
  ): Promise<ParsedFeed<Header, Result>> {
    await slots.limit.take(bytes.owner, performance.now() + MAX_WAIT_MS);
    const feed = new ParsedFeed<Header, Result>(slots, request, bytes);
    try {
      feed.header = (await feed.#attempt(({ header }) => header)) as Header;
      return feed;
    } catch (error) {
      feed.close();
      throw error;
    }
  }

  get pid(): number | undefined {
    return this.#parser?.pid;
  }

  /**
   * Reads the feed and closes it.
   * @param work reads all rows. If the parser ends, `work` is called once more from the beginning
   * @throws FeedError; the errors of `work`
   */
  async read<T>(work: (read: ReadRows<Result>) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt((parser) =>
        work(async (take, onLines) => {
          if (onLines) parser.listen(onLines);
          for await (const rows of wholeRows(parser.rows)) await take(rows);
          return (await parser.result) as Result;
        }),
      );
    } finally {
      this.close();
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parser?.end();
    this.#slots.parsers--;
    this.#slots.limit.give(this.#bytes.owner);
  }

  /** @throws FeedTooComplex if the second parser ends, too */
  async #attempt<T>(work: (parser: Parser) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        this.#parser ??= new Parser(this.#request, this.#bytes);
        return await work(this.#parser);
      } catch (error) {
        if (!(error instanceof ParserLost)) throw error;
        this.#parser?.end();
        this.#parser = undefined;
        if (this.#wasLost && this.#request.kind === "picture")
          throw badPicture("The picture takes too much memory or time. Save it again as JPEG.");
        if (this.#wasLost) throw endsItsParser();
        this.#wasLost = true;
      }
    }
  }
}

export type StockFeed = ParsedFeed<StockHeader, StockResult>;
export type StockFile = ParsedFeed<null, StockFileResult>;
export type StoreProductFeed = ParsedFeed<null, StoreProductResult>;
export type ProductFeed = ParsedFeed<null, ProductResult>;
export type EditFeed = ParsedFeed<null, FeedResult>;

/** All methods throw FeedError. @param newLimit makes a limit on concurrent feeds */
export function createFeedReader(newLimit: NewLimit) {
  const slots = parserSlots(newLimit);
  async function preview(request: FeedRequest, bytes: Spool): Promise<StockPreview> {
    const feed = await ParsedFeed.open<null, StockPreview>(slots, request, bytes);
    return feed.read((read) => read(async () => undefined));
  }
  return {
    openStock: (bytes: Spool, options: StockOptions): Promise<StockFeed> =>
      ParsedFeed.open(slots, { kind: "stock", options }, bytes),
    openStockFile: (bytes: Spool, options: StockOptions): Promise<StockFile> =>
      ParsedFeed.open(slots, { kind: "stockFile", options }, bytes),
    openStoreProducts: (bytes: Spool, options: StockOptions): Promise<StoreProductFeed> =>
      ParsedFeed.open(slots, { kind: "storeProducts", options }, bytes),
    openProducts: (bytes: Spool, options: { columns?: ColumnMapping | undefined } = {}): Promise<ProductFeed> =>
      ParsedFeed.open(slots, { kind: "products", options }, bytes),
    /** The rows are read by `editRows`. @throws FeedError */
    openEdits: (bytes: Spool): Promise<EditFeed> => ParsedFeed.open(slots, { kind: "edits", options: {} }, bytes),
    async readJson(bytes: Spool, options: JsonOptions): Promise<unknown[]> {
      const feed = await ParsedFeed.open<null, null>(slots, { kind: "json", options }, bytes);
      return feed.read(async (read) => {
        const entries: unknown[] = [];
        await read(async (rows) => {
          const lines = Buffer.from(rows).toString().split("\n").filter(Boolean);
          for (const line of lines) entries.push(...(JSON.parse(line) as unknown[]));
        });
        return entries;
      });
    },
    /** @throws FeedError */
    async readPicture(bytes: Spool): Promise<Picture> {
      const picture = await ParsedFeed.open<null, Picture>(slots, { kind: "picture", options: {} }, bytes);
      return picture.read((read) => read(async () => undefined));
    },
    previewStock: (bytes: Spool, options: StockOptions) => preview({ kind: "preview", options }, bytes),
    previewProducts: (bytes: Spool, options: { columns?: ColumnMapping | undefined }) =>
      preview({ kind: "productPreview", options }, bytes),
  };
}
