import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedBytes } from "../feed-bytes.ts";
import { endsItsParser } from "../feed-errors.ts";
import type { FeedKind } from "./messages.ts";
import { type FeedInParser, Parser, ParserLost } from "./parser.ts";
import { parsers } from "./parser-pool.ts";

/**
 * A feed that a parser reads. Where a parser ends while it reads several feeds, nobody knows which of them ended it: each is read
 * once more, in a parser of its own, and the one that ends that, too, is refused.
 */
export class ParsedFeed<Header, Batch, Result> {
  header: Header;
  readonly #kind: FeedKind;
  readonly #bytes: FeedBytes;
  #feed: FeedInParser;
  /** The parser of its own. */
  #own: Parser | undefined;

  private constructor(kind: FeedKind, bytes: FeedBytes, feed: FeedInParser, header: Header) {
    this.#kind = kind;
    this.#bytes = bytes;
    this.#feed = feed;
    this.header = header;
  }

  /** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex; Unavailable */
  static async open<Header, Batch, Result>(
    kind: FeedKind,
    bytes: FeedBytes,
  ): Promise<ParsedFeed<Header, Batch, Result>> {
    const feed = await parsers.open(kind, bytes);
    const parsed = new ParsedFeed<Header, Batch, Result>(kind, bytes, feed, undefined as Header);
    try {
      await parsed.#twice(() => parsed.#readHeader());
      return parsed;
    } catch (error) {
      parsed.close();
      throw error;
    }
  }

  async #readHeader(): Promise<void> {
    const report = await this.#feed.next();
    if (report.type !== "header") throw new Error(`a parser tells of ${report.type} before a header`);
    this.header = report.header as Header;
  }

  /**
   * Reads what is behind the header. Called once more where the parser is lost: `begin` says what takes the batches.
   * @throws what `begin` and `take` throw; UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable
   */
  read<T>(work: (read: (take: (batch: Batch) => Promise<void>) => Promise<Result>) => Promise<T>): Promise<T> {
    return this.#twice(() => work((take) => this.#readBatches(take)));
  }

  async #readBatches(take: (batch: Batch) => Promise<void>): Promise<Result> {
    for (;;) {
      const report = await this.#feed.next();
      if (report.type === "end") return report.result as Result;
      if (report.type !== "batch") throw new Error(`a parser tells of ${report.type} behind the header`);
      await take(report.batch as Batch);
      this.#feed.more();
      // Several may have come at once, and other calls have their turn between.
      await nextTurn();
    }
  }

  async #twice<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ParserLost)) throw error;
      if (this.#own) throw endsItsParser();
    }
    const hadHeader = this.header !== undefined;
    await this.#openAlone();
    try {
      if (hadHeader) await this.#readHeader();
      return await work();
    } catch (error) {
      throw error instanceof ParserLost ? endsItsParser() : error;
    }
  }

  async #openAlone(): Promise<void> {
    this.#feed.close();
    const own = new Parser(() => undefined);
    this.#own = own;
    this.#feed = await own.open(this.#kind, this.#bytes, () => own.end());
  }

  /** The number of the process that reads it. */
  get pid(): number | undefined {
    return this.#feed.pid;
  }

  close(): void {
    this.#feed.close();
  }
}
