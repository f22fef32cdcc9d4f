import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedBytes } from "../feed.ts";
import { endsItsParser } from "../feed-error.ts";
import type { FeedRequest } from "./messages.ts";
import { type FeedInParser, ParserLost } from "./parser.ts";
import type { ParserPool } from "./parser-pool.ts";

/** A larger feed does not stay open while it waits for its turn, because its first batches would wait in memory. */
const KEPT_OPEN = 1 << 16;

interface Source {
  request: FeedRequest;
  bytes: FeedBytes & {
    /** The partner. Half of the parsers' slots are left to other partners. */
    owner: string;
  };
}

/**
 * A feed that a parser reads. If a parser with several feeds ends, the feed that caused it is unknown. So each feed is read once
 * more in a separate parser. A feed that ends its second parser is refused.
 */
export class ParsedFeed<Header, Batch, Result> {
  readonly header: Header;
  readonly #parsers: ParserPool;
  readonly #source: Source;
  #open: FeedInParser | undefined;
  readonly #isAlone: boolean;

  private constructor(parsers: ParserPool, source: Source, { header, feed, isAlone }: Opened<Header>) {
    this.header = header;
    this.#parsers = parsers;
    this.#source = source;
    this.#open = feed;
    this.#isAlone = isAlone;
  }

  /** @throws FeedError */
  static async open<Header, Batch, Result>(
    parsers: ParserPool,
    request: FeedRequest,
    bytes: Source["bytes"],
  ): Promise<ParsedFeed<Header, Batch, Result>> {
    const source = { request, bytes };
    const opened = await twice(
      () => parsers.inSlot(bytes.owner, () => openIn<Header>(parsers, source)),
      () =>
        parsers.alone(bytes.owner, async (own) => closed({ ...(await openIn<Header>(own, source)), isAlone: true })),
    );
    const isSmall = bytes.size <= KEPT_OPEN && !opened.isAlone;
    return new ParsedFeed(parsers, source, isSmall ? opened : closed(opened));
  }

  /** The process id of the feed's parser. */
  get pid(): number | undefined {
    return this.#open?.pid;
  }

  /**
   * Reads the lines after the header.
   * @param work reads all batches. If the parser ends, `work` is called once more from the beginning
   * @throws FeedError; the errors of `work`
   */
  read<T>(work: (read: ReadBatches<Batch, Result>) => Promise<T>): Promise<T> {
    const source = this.#source;
    const parsers = this.#parsers;
    const readIn = async (pool: Pick<ParserPool, "open">): Promise<T> => {
      this.#open ??= (await openIn<Header>(pool, source)).feed;
      const feed = this.#open;
      try {
        return await work((take) => readBatches<Batch, Result>(feed, take));
      } finally {
        this.close();
      }
    };
    const again = (): Promise<T> => parsers.alone(source.bytes.owner, readIn);
    // A feed that ended its parser before the header does not share a parser with other feeds again.
    if (this.#isAlone) return twice(again, () => Promise.reject(new ParserLost()));
    return twice(() => parsers.inSlot(source.bytes.owner, () => readIn(parsers)), again);
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }
}

export type ReadBatches<Batch, Result> = (take: (batch: Batch) => Promise<void>) => Promise<Result>;

interface Opened<Header> {
  header: Header;
  feed: FeedInParser | undefined;
  isAlone: boolean;
}

async function openIn<Header>(
  pool: Pick<ParserPool, "open">,
  { request, bytes }: Source,
): Promise<Opened<Header> & { feed: FeedInParser }> {
  const feed = await pool.open(request, bytes);
  try {
    const report = await feed.next();
    if (report.type !== "header") throw new Error(`a parser reports ${report.type} before the header`);
    return { header: report.header as Header, feed, isAlone: false };
  } catch (error) {
    feed.close();
    throw error;
  }
}

function closed<Header>(opened: Opened<Header>): Opened<Header> {
  opened.feed?.close();
  return { ...opened, feed: undefined };
}

async function readBatches<Batch, Result>(feed: FeedInParser, take: (batch: Batch) => Promise<void>): Promise<Result> {
  for (;;) {
    const report = await feed.next();
    if (report.type === "end") return report.result as Result;
    if (report.type !== "batch") throw new Error(`a parser reports ${report.type} after the header`);
    await take(report.batch as Batch);
    feed.more();
    // Several batches can arrive at once. Other calls have their turn between them.
    await nextTurn();
  }
}

/** @param again runs if the parser ends @throws FeedTooComplex if the second parser ends, too */
async function twice<T>(work: () => Promise<T>, again: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ParserLost)) throw error;
  }
  try {
    return await again();
  } catch (error) {
    throw error instanceof ParserLost ? endsItsParser() : error;
  }
}
