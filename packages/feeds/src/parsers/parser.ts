import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Child } from "../child/start-child.ts";
import type { BytesFacts } from "../feed.ts";
import { cannotRead, errorOf, type Failure } from "../feed-error.ts";
import type { JsonOptions } from "../json/bounded-json.ts";
import type { ColumnMapping } from "../lines/feed-columns.ts";
import type { StockOptions } from "../read-stock.ts";

export type FeedKind =
  | "stock"
  | "stockFile"
  | "storeProducts"
  | "products"
  | "preview"
  | "productPreview"
  | "edits"
  | "json"
  | "picture";

export type FeedOptions = StockOptions | { columns?: ColumnMapping | undefined } | JsonOptions;

export interface FeedRequest {
  kind: FeedKind;
  options: FeedOptions;
}

/** The bytes are in the file with the descriptor 3. */
export interface Order extends FeedRequest {
  bytes: BytesFacts;
}

/** A report of a parser. The rows go to its standard output. `lines`: the number of lines that are read so far. */
export type Report = { header: unknown } | { lines: number } | { result: unknown } | { failure: Failure };

export interface ReadableFeed {
  header: unknown;
  /**
   * @param send sends rows, and waits until the service has room for them
   * @param onLines called with the number of lines that are read so far
   */
  read(send: (rows: string) => Promise<void>, onLines: (lines: number) => void): Promise<unknown>;
}

export class ParserLost extends Error {}

export class Parser {
  /** @throws ParserLost; FeedError if the feed is refused */
  readonly header: Promise<unknown>;
  readonly result: Promise<unknown>;
  readonly #child: Child<Order, Report>;
  readonly #header = Promise.withResolvers<unknown>();
  readonly #result = Promise.withResolvers<unknown>();
  #onLines: (lines: number) => void = () => undefined;
  #lines = 0;

  constructor({ kind, options }: FeedRequest, bytes: BytesFacts & { descriptor: number }) {
    this.header = this.#header.promise;
    this.result = this.#result.promise;
    // Both reject if the parser ends. A feed may wait for one of them only.
    for (const one of [this.header, this.result]) one.catch(() => undefined);
    this.#child = new Child({
      program: join(dirname(fileURLToPath(import.meta.url)), "parser-main.ts"),
      stdio: ["ignore", "pipe", "ignore", bytes.descriptor, "ipc"],
      onReport: (report) => this.#hear(report),
      onEnd: ({ cause }) => this.#lose(cause ? cannotRead("no process can be started for it") : new ParserLost()),
    });
    // Without a listener, Node drops the rows that are not read when the process ends.
    this.rows.on("readable", () => undefined);
    const { size, limit, isUtf8, isPartial } = bytes;
    this.#child.send({ kind, options, bytes: { size, limit, isUtf8, isPartial } });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get rows(): Readable {
    return this.#child.output;
  }

  /** If `onLines` throws, `result` rejects. */
  listen(onLines: (lines: number) => void): void {
    this.#onLines = onLines;
    if (this.#lines) this.#tellLines(this.#lines);
  }

  end(): void {
    this.#child.end();
  }

  #hear(report: Report): void {
    if ("header" in report) this.#header.resolve(report.header);
    else if ("result" in report) this.#result.resolve(report.result);
    else if ("failure" in report) this.#lose(errorOf(report.failure));
    else this.#tellLines(report.lines);
  }

  #tellLines(lines: number): void {
    this.#lines = lines;
    try {
      this.#onLines(lines);
    } catch (error) {
      this.#lose(error);
      this.end();
    }
  }

  #lose(error: unknown): void {
    this.#header.reject(error);
    this.#result.reject(error);
  }
}
