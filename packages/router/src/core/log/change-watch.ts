import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@highstreet/db";
import type { ChangeFeed, Following } from "../../kernel/change-feed.ts";
import { type ChangeNotice, type ChangeTopic, changeTopics, type NumberedNotice } from "../../kernel/changes.schema.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { type ChangeMarkRow, changeMarksSql } from "./log.sql.ts";

/** The pause between two looks. After a look that takes long, a multiple of its duration, up to the longest pause. */
const PAUSE_MS = 1_000;
const PAUSE_PER_LOOK = 4;
const LONGEST_PAUSE_MS = 5_000;
/** More changed stores than this are one notice for the whole shop. */
const MOST_STORES = 20;
/** Notices that a shop keeps for streams that continue. */
const MOST_KEPT = 200;
/** The marks of so many shops without a stream are kept, so that a lost stream can continue. */
const MOST_IDLE = 200;

interface Options {
  /** Pause between two looks; default: one second. */
  pauseMs?: number;
  /** Maximum number of streams of the process. */
  most?: number;
  /** Maximum number of streams of one person. */
  mostEach?: number;
  /** Ends all streams. */
  ending?: AbortSignal | undefined;
  /** A look failed. The next one finds the same changes. */
  onError?: (error: unknown) => void;
}

/** The state of a shop at the last look, and the last notices. */
interface Shop {
  /** By store and topic; undefined before the first look. */
  marks: Map<string, string> | undefined;
  kept: ChangeNotice[];
  /** Number of notices so far. */
  count: number;
  /** Wakes each stream of the shop. */
  streams: Set<() => void>;
}

/**
 * Looks once a second which shops with a stream have changed, with one statement for all of them. Compares marks of rows, so that it
 * sees the commits of every process. No stream holds a connection.
 */
export class ChangeWatch implements ChangeFeed {
  readonly #db: Pick<Sql, "query">;
  readonly #options: Options;
  /** Begins the ids of this process. */
  readonly #name = newId(new Date());
  readonly #shops = new Map<string, Shop>();
  readonly #streamsOf = new Map<string, number>();
  #streams = 0;
  #isWatching = false;

  constructor(db: Pick<Sql, "query">, options: Options = {}) {
    this.#db = db;
    this.#options = options;
  }

  /** Number of open streams. */
  get streams(): number {
    return this.#streams;
  }

  async *follow({ retailerId, person, after, signal }: Following): AsyncGenerator<NumberedNotice, void> {
    const { ending } = this.#options;
    const end = ending ? AbortSignal.any([signal, ending]) : signal;
    this.#count(person);
    const shop = this.#shopOf(retailerId);
    let isAwake = true;
    let resume = () => {};
    const wake = () => {
      isAwake = true;
      resume();
    };
    shop.streams.add(wake);
    end.addEventListener("abort", wake);
    try {
      void this.#watch();
      let position = this.#positionOf(shop, after);
      while (!end.aborted) {
        if (!isAwake) await new Promise<void>((resolve) => (resume = resolve));
        isAwake = false;
        if (!shop.marks || end.aborted) continue;
        const first = shop.count - shop.kept.length;
        const missed = position === undefined || position < first ? [everything] : shop.kept.slice(position - first);
        position = shop.count;
        const before = position - missed.length + 1;
        // `everything` stands for all notices up to now.
        for (const [n, notice] of missed.entries()) {
          yield { id: `${this.#name}.${notice === everything ? position : before + n}`, notice };
        }
      }
    } finally {
      end.removeEventListener("abort", wake);
      shop.streams.delete(wake);
      this.#uncount(person);
      this.#forgetIdle();
    }
  }

  /** Reads the marks of all shops with a stream once, and wakes the streams of changed shops. */
  async look(): Promise<void> {
    const followed = new Map([...this.#shops].filter(([, { streams }]) => streams.size > 0));
    if (!followed.size) return;
    const rows = await this.#db.query<ChangeMarkRow>(changeMarksSql, [[...followed.keys()]]);
    const byShop = Map.groupBy(rows, ({ retailerId }) => retailerId);
    for (const [retailerId, shop] of followed) {
      const marks = new Map(
        (byShop.get(retailerId) ?? []).map((row) => [`${row.topic} ${row.storeId ?? ""}`, row.mark]),
      );
      const notices = shop.marks ? differences(shop.marks, marks) : [];
      const isFirst = !shop.marks;
      shop.marks = marks;
      shop.count += notices.length;
      shop.kept = [...shop.kept, ...notices].slice(-MOST_KEPT);
      if (notices.length || isFirst) for (const wake of shop.streams) wake();
    }
  }

  /** Looks until no stream is left. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#streams > 0) {
      const started = performance.now();
      await this.look().catch(this.#options.onError ?? (() => undefined));
      const took = performance.now() - started;
      const longer = Math.min(took * PAUSE_PER_LOOK, LONGEST_PAUSE_MS);
      await delay(Math.max(this.#options.pauseMs ?? PAUSE_MS, longer), undefined, { ref: false });
    }
    this.#isWatching = false;
  }

  #shopOf(retailerId: string): Shop {
    const shop = this.#shops.get(retailerId) ?? { marks: undefined, kept: [], count: 0, streams: new Set() };
    // The shop with the newest stream is the last one in the order of `#forgetIdle`.
    this.#shops.delete(retailerId);
    this.#shops.set(retailerId, shop);
    return shop;
  }

  #positionOf(shop: Shop, after: string | undefined): number | undefined {
    const [name, count] = after?.split(".") ?? [];
    const position = Number(count);
    return name === this.#name && Number.isInteger(position) && position <= shop.count ? position : undefined;
  }

  #count(person: string): void {
    const { most = 500, mostEach = 10, ending } = this.#options;
    if (ending?.aborted) throw new DomainError("Unavailable", "This server is ending. Connect again.");
    const own = this.#streamsOf.get(person) ?? 0;
    if (own >= mostEach) {
      throw new DomainError(
        "RateLimited",
        `You have ${own} live connections open. Close other windows of the console.`,
      );
    }
    if (this.#streams >= most)
      throw new DomainError("RateLimited", "Too many live connections are open. Try again later.");
    this.#streamsOf.set(person, own + 1);
    this.#streams++;
  }

  #uncount(person: string): void {
    const own = (this.#streamsOf.get(person) ?? 1) - 1;
    if (own) this.#streamsOf.set(person, own);
    else this.#streamsOf.delete(person);
    this.#streams--;
  }

  #forgetIdle(): void {
    const idle = [...this.#shops].filter(([, { streams }]) => streams.size === 0);
    for (const [retailerId] of idle.slice(0, -MOST_IDLE)) this.#shops.delete(retailerId);
  }
}

const everything: ChangeNotice = { storeId: null, topics: [...changeTopics] };

/** One notice for each changed store and one for the shop itself. */
function differences(before: Map<string, string>, after: Map<string, string>): ChangeNotice[] {
  const changed = new Map<string, ChangeTopic[]>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(key) === after.get(key)) continue;
    const [topic, storeId = ""] = key.split(" ") as [ChangeTopic, string];
    changed.set(storeId, [...(changed.get(storeId) ?? []), topic]);
  }
  if (changed.size > MOST_STORES) return [{ storeId: null, topics: [...new Set([...changed.values()].flat())] }];
  return [...changed].map(([storeId, topics]) => ({ storeId: storeId || null, topics }));
}
