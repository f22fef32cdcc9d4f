import { availableParallelism } from "node:os";
import type { FeedBytes } from "../feed.ts";
import type { FeedRequest } from "./messages.ts";
import { type FeedInParser, Parser } from "./parser.ts";

/** Maximum number of parsers. One processor is left to the service. */
const MOST_PARSERS = Math.max(1, availableParallelism() - 1);
/** Feeds that one parser reads by turns. The service has fewer transactions, so no transaction waits for another one's parser. */
const FEEDS_EACH = 8;
/** Maximum time that a feed waits for its slot. */
const PATIENCE_MS = 60_000;
/** An idle parser ends after this time. The last parser stays, so that the next feed does not wait for a start. */
const IDLE_MS = 10_000;

/** A limit on concurrent work per key. */
export interface Limit {
  /** Waits for a slot. @param until the deadline, in milliseconds of `performance.now()` */
  take(key: string, until: number): Promise<void>;
  /** Returns a slot. */
  give(key: string): void;
}

/** @param total slots of all keys @param each slots that one key can hold */
export type NewLimit = (options: { total: number; each: number }) => Limit;

/** The parsers of this process. A parser reads several feeds by turns. */
export class ParserPool {
  /** Slots of feeds in the pool. Half of them are left to other partners. */
  readonly #slots: Limit;
  /** Slot of the feed that is read once more in a process outside of the pool: one at a time. */
  readonly #alone: Limit;
  readonly #parsers = new Set<Parser>();
  #idle: NodeJS.Timeout | undefined;

  constructor(newLimit: NewLimit) {
    this.#slots = newLimit({ total: MOST_PARSERS * FEEDS_EACH, each: (MOST_PARSERS * FEEDS_EACH) / 2 });
    this.#alone = newLimit({ total: 1, each: 1 });
  }

  /** Runs `work`, which reads a feed of `owner` in the pool. @throws the errors of the limit */
  inSlot<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return within(this.#slots, owner, work);
  }

  /** Runs `work` with a parser that reads no other feed. @throws the errors of the limit */
  alone<T>(owner: string, work: (own: Pick<ParserPool, "open">) => Promise<T>): Promise<T> {
    return within(this.#alone, owner, async () => {
      const own = new Parser(() => undefined);
      try {
        return await work({ open: (request, bytes) => own.open(request, bytes, () => undefined) });
      } finally {
        own.end();
      }
    });
  }

  get use(): { parsers: number; feeds: number } {
    const feeds = [...this.#parsers].reduce((sum, parser) => sum + parser.feeds, 0);
    return { parsers: this.#parsers.size, feeds };
  }

  open(request: FeedRequest, bytes: FeedBytes): Promise<FeedInParser> {
    return this.#choose().open(request, bytes, () => this.#endIdle());
  }

  /** The parser with the fewest feeds, or a new parser if all have feeds and the pool is not full. */
  #choose(): Parser {
    const [least] = [...this.#parsers].sort((a, b) => a.feeds - b.feeds);
    if (least && (least.feeds === 0 || this.#parsers.size >= MOST_PARSERS)) return least;
    const parser: Parser = new Parser(() => this.#parsers.delete(parser));
    this.#parsers.add(parser);
    return parser;
  }

  #endIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const idle = [...this.#parsers].filter(({ feeds }) => feeds === 0);
      for (const parser of idle.slice(this.#parsers.size === idle.length ? 1 : 0)) parser.end();
    }, IDLE_MS).unref();
  }
}

async function within<T>(limit: Limit, owner: string, work: () => Promise<T>): Promise<T> {
  await limit.take(owner, performance.now() + PATIENCE_MS);
  try {
    return await work();
  } finally {
    limit.give(owner);
  }
}

const KEY = Symbol.for("highstreet.parsers");
const held = globalThis as { [KEY]?: ParserPool };

/** The pool of the process. A bundler can make several copies of this file, which share the pool. */
export function openParsers(newLimit: NewLimit): ParserPool {
  held[KEY] ??= new ParserPool(newLimit);
  return held[KEY];
}

/** The parser processes of this process, and the feeds that they read now. */
export const parserUse = (): { parsers: number; feeds: number } => held[KEY]?.use ?? { parsers: 0, feeds: 0 };
