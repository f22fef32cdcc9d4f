import { availableParallelism } from "node:os";
import { Limit } from "@highstreet/db";
import type { FeedBytes } from "../feed-bytes.ts";
import type { FeedKind } from "./messages.ts";
import { type FeedInParser, Parser } from "./parser.ts";

/** Maximum number of parsers. One processor is left to the service. */
const MOST_PARSERS = Math.max(1, availableParallelism() - 1);
/** Feeds that one parser reads by turns; more than the service has transactions for, so that no transaction waits for another. */
const FEEDS_EACH = 8;
/** Maximum time that a feed waits for its slot. */
const PATIENCE_MS = 60_000;
/** An idle parser ends after this time. The last parser stays, so that the next feed does not wait for a start. */
const IDLE_MS = 10_000;

/** The parsers of this process. A parser reads several feeds by turns. */
export class ParserPool {
  /** Slots of feeds in the pool. Half of them are left to other partners. */
  readonly #slots = new Limit({ total: MOST_PARSERS * FEEDS_EACH, each: (MOST_PARSERS * FEEDS_EACH) / 2 });
  /** Slot of the feed that is read once more in a process outside of the pool: one at a time. */
  readonly #alone = new Limit({ total: 1, each: 1 });
  readonly #parsers = new Set<Parser>();
  #idle: NodeJS.Timeout | undefined;

  /** Runs `work`, which has a feed of `owner` read by the pool. @throws WaitedTooLong */
  inSlot<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return within(this.#slots, owner, work);
  }

  /** Runs `work` with a parser that reads no other feed. @throws WaitedTooLong */
  alone<T>(owner: string, work: (own: Pick<ParserPool, "open">) => Promise<T>): Promise<T> {
    return within(this.#alone, owner, async () => {
      const own = new Parser(() => undefined);
      try {
        return await work({ open: (kind, bytes) => own.open(kind, bytes, () => undefined) });
      } finally {
        own.end();
      }
    });
  }

  open(kind: FeedKind, bytes: FeedBytes): Promise<FeedInParser> {
    return this.#choose().open(kind, bytes, () => this.#endIdle());
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
held[KEY] ??= new ParserPool();

/** The pool of the process. A bundler can make several copies of this file, which share the pool. */
export const parsers: ParserPool = held[KEY];
