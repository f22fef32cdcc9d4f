import { endsItsParser } from "../feed-error.ts";
import type { Spool } from "../receive/spool.ts";
import type { FeedRequest } from "./messages.ts";
import { Parser, ParserLost } from "./parser.ts";

/**
 * Maximum number of parsers of this process. A partner has at most half of them. The service has fewer bulk transactions, so no
 * transaction waits for the parser of another one.
 */
const MAX_PARSERS = 8;
/** Maximum time that a feed waits for its slot. */
const PATIENCE_MS = 60_000;

/** A limit on concurrent work per key. */
interface Limit {
  /** Waits for a slot. @param until the deadline, in milliseconds of `performance.now()` */
  take(key: string, until: number): Promise<void>;
  /** Returns a slot. */
  give(key: string): void;
}

/** @param total slots of all keys @param each slots that one key can hold */
export type NewLimit = (options: { total: number; each: number }) => Limit;

interface Slots {
  limit: Limit;
  parsers: number;
}

const KEY = Symbol.for("highstreet.parsers");
const held = globalThis as { [KEY]?: Slots };

/** The slots of the process. A bundler can make several copies of this file, which share them. */
export function parserSlots(newLimit: NewLimit): Slots {
  held[KEY] ??= { limit: newLimit({ total: MAX_PARSERS, each: MAX_PARSERS / 2 }), parsers: 0 };
  return held[KEY];
}

/** The number of parsers of this process now. */
export const parsersInUse = (): number => held[KEY]?.parsers ?? 0;

/**
 * Reads the lines after the header.
 * @param take called with the rows in pieces; the parser waits meanwhile
 * @param onLines called with the number of lines that are read so far
 */
export type ReadRows<Result> = (
  take: (rows: Uint8Array) => Promise<void>,
  onLines?: (lines: number) => void,
) => Promise<Result>;

/** Rows in pieces that end with a newline. A parser that is killed can leave a part of a row, and COPY would fail with it. */
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

/** A feed in a parser of its own. If the parser ends, another one reads the feed once more. */
export class ParsedFeed<Header, Result> {
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

  /** The caller must close the feed. @throws FeedError; the errors of the limit */
  static async open<Header, Result>(
    slots: Slots,
    request: FeedRequest,
    bytes: Spool,
  ): Promise<ParsedFeed<Header, Result>> {
    await slots.limit.take(bytes.owner, performance.now() + PATIENCE_MS);
    const feed = new ParsedFeed<Header, Result>(slots, request, bytes);
    try {
      feed.header = (await feed.#attempt(({ header }) => header)) as Header;
      return feed;
    } catch (error) {
      feed.close();
      throw error;
    }
  }

  /** The process id of the feed's parser. */
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
        if (this.#wasLost) throw endsItsParser();
        this.#wasLost = true;
      }
    }
  }
}
