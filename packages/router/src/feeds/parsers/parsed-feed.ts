import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedBytes } from "../feed-bytes.ts";
import { endsItsParser } from "../feed-errors.ts";
import type { FeedKind } from "./messages.ts";
import { type FeedInParser, ParserLost } from "./parser.ts";
import { type ParserPool, parsers } from "./parser-pool.ts";

/** A feed of more bytes is not kept open while it waits for its turn: what is read of it would wait in memory. */
const KEPT_OPEN = 1 << 16;

interface Source {
  kind: FeedKind;
  bytes: FeedBytes & {
    /** The partner: half of what parsers can read at once is left to others. */
    owner: string;
  };
}

/**
 * A feed that a parser reads. Where a parser ends while it reads several feeds, nobody knows which of them ended it: each is read
 * once more, in a parser of its own, and the one that ends that, too, is refused.
 */
export class ParsedFeed<Header, Batch, Result> {
  readonly header: Header;
  readonly #source: Source;
  #open: FeedInParser | undefined;
  readonly #isAlone: boolean;

  private constructor(source: Source, { header, feed, isAlone }: Opened<Header>) {
    this.header = header;
    this.#source = source;
    this.#open = feed;
    this.#isAlone = isAlone;
  }

  /** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex; Unavailable */
  static async open<Header, Batch, Result>(
    kind: FeedKind,
    bytes: Source["bytes"],
  ): Promise<ParsedFeed<Header, Batch, Result>> {
    const source = { kind, bytes };
    const opened = await twice(
      () => parsers.inSlot(bytes.owner, () => openIn<Header>(parsers, source)),
      () =>
        parsers.alone(bytes.owner, async (own) => closed({ ...(await openIn<Header>(own, source)), isAlone: true })),
    );
    const isSmall = bytes.size <= KEPT_OPEN && !opened.isAlone;
    return new ParsedFeed(source, isSmall ? opened : closed(opened));
  }

  /** The number of the process that reads it. */
  get pid(): number | undefined {
    return this.#open?.pid;
  }

  /**
   * Reads what is behind the header.
   * @param work reads all batches. It is called once more, from the beginning, where the parser is lost
   * @throws what `work` throws; UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable
   */
  read<T>(work: (read: ReadBatches<Batch, Result>) => Promise<T>): Promise<T> {
    const source = this.#source;
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
    // What ended a parser before its header was read does not get to another feed's.
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
  { kind, bytes }: Source,
): Promise<Opened<Header> & { feed: FeedInParser }> {
  const feed = await pool.open(kind, bytes);
  try {
    const report = await feed.next();
    if (report.type !== "header") throw new Error(`a parser tells of ${report.type} before a header`);
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
    if (report.type !== "batch") throw new Error(`a parser tells of ${report.type} behind the header`);
    await take(report.batch as Batch);
    feed.more();
    // Several may have come at once, and other calls have their turn between.
    await nextTurn();
  }
}

/** @param again where the parser is lost @throws FeedTooComplex, where that is lost, too */
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
