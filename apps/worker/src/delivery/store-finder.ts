import type { Context } from "@highstreet/router";
import {
  type Candidate,
  findDueStores,
  findProbes,
  livingWorkers,
  otherWorkers,
  type Search,
} from "@highstreet/router/features/webhooks/index.ts";

/** Finds due stores without a living owner. Each search starts after the store that was found last, so that every store has its turn. */
export class StoreFinder {
  readonly #ctx: Pick<Context, "db" | "now">;
  readonly #random: () => number;
  #after = "00000000-0000-0000-0000-000000000000";

  constructor(ctx: Pick<Context, "db" | "now">, random: () => number) {
    this.#ctx = ctx;
    this.#random = random;
  }

  /**
   * The next stores to lease.
   * @param me this worker
   * @returns shuffled stores, so that concurrent workers rarely start with the same store
   */
  async find(me: string, search: Search): Promise<Candidate[]> {
    const found = await this.#search(me, search);
    this.#after = found.at(-1)?.storeId ?? this.#after;
    return found
      .map((candidate) => ({ candidate, order: this.#random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ candidate }) => candidate);
  }

  /** Due stores that wait for a stream. Does not move the start of the next search. */
  waiting(me: string, search: Search): Promise<Candidate[]> {
    return this.#search(me, search);
  }

  /** One parked store of each of these receivers, for a probe. */
  async findProbes(me: string, here: string[], receivers: string[]): Promise<Candidate[]> {
    const { db, now } = this.#ctx;
    const busy = await otherWorkers(db, me);
    return this.#free(me, await findProbes(db, now(), { receivers, busy, here }));
  }

  async #search(me: string, search: Search): Promise<Candidate[]> {
    const { db, now } = this.#ctx;
    const busy = await otherWorkers(db, me);
    return this.#free(me, await findDueStores(db, now(), { ...search, busy, after: this.#after }));
  }

  /** The stores that no living worker holds. */
  async #free(me: string, found: Candidate[]): Promise<Candidate[]> {
    const owners = new Set(found.flatMap(({ owner }) => (owner === null || owner === me ? [] : [owner])));
    const living = await livingWorkers(this.#ctx.db, [...owners]);
    return found.filter(({ owner }) => owner === null || !living.has(owner));
  }
}
