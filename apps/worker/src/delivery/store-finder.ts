import type { Context } from "@highstreet/router";
import { type Candidate, findDueStores, livingWorkers, otherWorkers } from "@highstreet/router/webhooks/index.ts";

/** Looks for stores with something due that no living worker has, in turn: each search begins behind the store found last. */
export class StoreFinder {
  readonly #ctx: Pick<Context, "db" | "now">;
  readonly #random: () => number;
  #after = "00000000-0000-0000-0000-000000000000";

  constructor(ctx: Pick<Context, "db" | "now">, random: () => number) {
    this.#ctx = ctx;
    this.#random = random;
  }

  /**
   * The next stores to be leased.
   * @param me the worker that looks
   * @param here stores that it has
   * @returns shuffled: workers that look at the same moment seldom want the same store first
   */
  async find(me: string, here: string[], limit: number): Promise<Candidate[]> {
    const found = await this.#look(me, here, limit);
    this.#after = found.at(-1)?.storeId ?? this.#after;
    return found
      .map((candidate) => ({ candidate, order: this.#random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ candidate }) => candidate);
  }

  /** How many stores wait that could be leased, counted up to a limit. */
  async count(me: string, here: string[], limit: number): Promise<number> {
    return (await this.#look(me, here, limit)).length;
  }

  async #look(me: string, here: string[], limit: number): Promise<Candidate[]> {
    const { db, now } = this.#ctx;
    const busy = await otherWorkers(db, me);
    const found = await findDueStores(db, now(), { busy, here, limit, after: this.#after });
    const owners = new Set(found.flatMap(({ owner }) => (owner === null || owner === me ? [] : [owner])));
    const living = await livingWorkers(db, [...owners]);
    return found.filter(({ owner }) => owner === null || !living.has(owner));
  }
}
