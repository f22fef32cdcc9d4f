import { setTimeout as delay } from "node:timers/promises";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { quantile } from "../lib/numbers.ts";
import { startService } from "../lib/services.ts";
import { reset, type Shop, type World } from "../lib/world.ts";
import { append } from "./events.ts";
import type { Receivers } from "./receivers.ts";

const STORES = 100;
const SECONDS = 6;
/** Events a second for all stores together. */
const TRICKLE = 50;
const BURSTS_A_SECOND = 1;
/** Longest wait for events of healthy stores after the last one was written. */
const MAX_WAIT_MS = 20_000;
const EACH = 20;

const now = (): number => performance.timeOrigin + performance.now();

const aim = [
  `UPDATE channel c SET parameters = jsonb_set(parameters, '{webhookUrl}', to_jsonb(url))
   FROM unnest($2::uuid[], $3::text[]) AS aimed (store_id, url)
   WHERE c.retailer_id = $1 AND c.store_id = aimed.store_id AND channel = 'webhooks'`,
  `UPDATE delivery_cursor c SET receiver = left(receiver, 36) || ' ' || substring(url FROM '^http://[^/]+'),
     failures = 0, failing_since = NULL
   FROM unnest($2::uuid[], $3::text[]) AS aimed (store_id, url) WHERE c.retailer_id = $1 AND c.store_id = aimed.store_id`,
];

export interface Waits {
  p50: number;
  p99: number;
  max: number;
}

/** 100 stores of one origin, some of which fail. */
export class Shared {
  readonly #life: Lifetime;
  readonly #world: World;
  readonly #receivers: Receivers;
  readonly #shop: Shop;

  private constructor(life: Lifetime, world: World, receivers: Receivers, shop: Shop) {
    this.#life = life;
    this.#world = world;
    this.#receivers = receivers;
    this.#shop = shop;
  }

  static async open(life: Lifetime, world: World, receivers: Receivers): Promise<Shared> {
    const shop = await world.newShop(STORES, (n) => `${receivers.origin}/204/${n}`);
    return new Shared(life, world, receivers, shop);
  }

  /** Sets how the receiver answers each store. */
  async #aim(kindOf: (n: number) => string): Promise<void> {
    await reset(this.#world, this.#shop);
    const { retailerId, storeIds } = this.#shop;
    const urls = storeIds.map((_, n) => `${this.#receivers.origin}/${kindOf(n)}/${n}`);
    for (const sql of aim) await this.#world.db.query(sql, [retailerId, storeIds, urls]);
  }

  async #count(): Promise<Map<string, number>> {
    return new Map((await this.#receivers.count()).times);
  }

  /** The waits of the events of healthy stores, while `bad` others of their origin fail. Every store gets events, by turns or in bursts. */
  async run(kind: string, bad: number, isBurst: boolean): Promise<Waits> {
    const { storeIds } = this.#shop;
    // The failing stores are spread among the others.
    const isBad = (n: number) => Math.floor(((n + 1) * bad) / STORES) > Math.floor((n * bad) / STORES);
    await this.#aim(() => "204");
    const { child } = await startService(this.#life, this.#world, "worker");
    void this.#receivers.expect(Number.POSITIVE_INFINITY);
    let written: { id: string; store: number; at: number }[] = [];
    const write = async (store: number): Promise<void> => {
      const [id = ""] = await append(this.#world, this.#shop, storeIds[store] ?? "", 1);
      written.push({ id, store, at: now() });
    };
    try {
      // A new process compiles first.
      await Promise.all(storeIds.map((_, n) => write(n)));
      while ((await this.#count()).size < STORES) await delay(100);
      await this.#aim((n) => (isBad(n) ? kind : "204"));
      written = [];
      const began = performance.now();
      const perSecond = isBurst ? BURSTS_A_SECOND : TRICKLE;
      for (let n = 0; n < SECONDS * perSecond; n++) {
        if (isBurst) await Promise.all(storeIds.map((_, store) => write(store)));
        else await write(n % STORES);
        await delay(Math.max(0, began + ((n + 1) * 1_000) / perSecond - performance.now()));
      }
      const latest = performance.now() + MAX_WAIT_MS;
      const healthy = written.filter(({ store }) => !isBad(store));
      let times = await this.#count();
      while (performance.now() < latest && !healthy.every(({ id }) => times.has(id))) {
        await delay(100);
        times = await this.#count();
      }
      const waits = healthy.map(({ id, at }) => (times.get(id) ?? Number.POSITIVE_INFINITY) - at);
      return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), max: quantile(waits, 1) };
    } finally {
      await child.end();
    }
  }

  /** All stores are down for some seconds. @returns ms from the first answer to the last event, and the events of the first moment */
  async recover(): Promise<{ ms: number; first: number; events: number }> {
    await this.#aim(() => "down");
    const { child } = await startService(this.#life, this.#world, "worker");
    void this.#receivers.expect(Number.POSITIVE_INFINITY);
    try {
      for (const storeId of this.#shop.storeIds) await append(this.#world, this.#shop, storeId, EACH);
      await delay(5_000);
      await fetch(`${this.#receivers.origin}/up`, { method: "POST" });
      let times = await this.#count();
      // Events that were tried before the receiver was down are due 30 s after.
      for (const latest = performance.now() + 60_000; times.size < STORES * EACH && performance.now() < latest; ) {
        await delay(100);
        times = await this.#count();
      }
      const inOrder = [...times.values()].sort((a, b) => a - b);
      const began = inOrder[0] ?? Number.NaN;
      const first = inOrder.filter((at) => at < began + 250).length;
      return { ms: (inOrder.at(-1) ?? Number.NaN) - began, first, events: times.size };
    } finally {
      await child.end();
    }
  }
}
