import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@highstreet/db";
import { type ChangeNotice, type ChangeTopic, changeTopics, type NumberedNotice } from "../../kernel/changes.schema.ts";
import type { ChangeFeed, Following } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { type ChangeMarkRow, changeMarksSql } from "./log.sql.ts";

const PAUSE_MS = 1_000;
const PAUSE_PER_LOOK = 4;
const MAX_PAUSE_MS = 5_000;
const MAX_STORES = 20;
const MAX_KEPT = 200;
const MAX_IDLE = 200;

interface Options {
  pauseMs?: number;
  most?: number;
  mostEach?: number;
  ending?: AbortSignal | undefined;
  onError?: (error: unknown) => void;
}

interface Shop {
  marks: Map<string, string> | undefined;
  kept: ChangeNotice[];
  count: number;
  streams: Set<() => void>;
}

/**
 * Looks once a second which shops with a stream have changed, with one statement for all of them. Compares marks of rows, so that it
 * sees the commits of every process. No stream holds a connection.
 */
export class ChangeWatch implements ChangeFeed {
  readonly #db: Pick<Sql, "query">;
  readonly #options: Options;
  readonly #name = newId(new Date());
  readonly #shops = new Map<string, Shop>();
  readonly #streamsOf = new Map<string, number>();
  #streams = 0;
  #isWatching = false;

  constructor(db: Pick<Sql, "query">, options: Options = {}) {
    this.#db = db;
    this.#options = options;
  }

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
      shop.kept = [...shop.kept, ...notices].slice(-MAX_KEPT);
      if (notices.length || isFirst) for (const wake of shop.streams) wake();
    }
  }

  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#streams > 0) {
      const started = performance.now();
      await this.look().catch(this.#options.onError ?? (() => undefined));
      const took = performance.now() - started;
      const longer = Math.min(took * PAUSE_PER_LOOK, MAX_PAUSE_MS);
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
    for (const [retailerId] of idle.slice(0, -MAX_IDLE)) this.#shops.delete(retailerId);
  }
}

const everything: ChangeNotice = { storeId: null, topics: [...changeTopics] };

function differences(before: Map<string, string>, after: Map<string, string>): ChangeNotice[] {
  const changed = new Map<string, ChangeTopic[]>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(key) === after.get(key)) continue;
    const [topic, storeId = ""] = key.split(" ") as [ChangeTopic, string];
    changed.set(storeId, [...(changed.get(storeId) ?? []), topic]);
  }
  if (changed.size > MAX_STORES) return [{ storeId: null, topics: [...new Set([...changed.values()].flat())] }];
  return [...changed].map(([storeId, topics]) => ({ storeId: storeId || null, topics }));
}
