import { findProbes, type WorkerDb } from "../receivers/receiver-health.ts";
import { type Candidate, findDueStores, type Search } from "./leases.ts";
import { livingWorkers, otherWorkers } from "./worker-lease.ts";

/** Number of stores that one search reads … */
const PAGE = 128;
/** … and after a search with many stores of busy receivers, which are then parked together. */
const BUSY_PAGE = 1_024;

/** Finds due stores without a living owner. Each search starts after the store that was found last, so that every store has its turn. */
export class StoreFinder {
  readonly #ctx: { db: WorkerDb; now: () => Date };
  readonly #random: () => number;
  #page = PAGE;
  #after = "00000000-0000-0000-0000-000000000000";

  constructor(ctx: { db: WorkerDb; now: () => Date }, random: () => number) {
    this.#ctx = ctx;
    this.#random = random;
  }

  /**
   * The next stores to lease, at most `search.limit`.
   * @param me this worker
   * @param hasRoom whether the receiver of a store has room for one more stream
   * @returns the stores in random order, so that concurrent workers rarely start with the same store; the stores without room; whether
   * more stores may be due
   */
  async find(
    me: string,
    search: Search,
    hasRoom: (candidate: Candidate) => boolean,
  ): Promise<{ next: Candidate[]; noRoom: Candidate[]; hasMore: boolean }> {
    const size = this.#page;
    const page = await this.#search(me, { ...search, limit: Math.max(size, search.limit) });
    const next: Candidate[] = [];
    const noRoom: Candidate[] = [];
    for (const candidate of page) {
      if (next.length >= search.limit) break;
      (hasRoom(candidate) ? next : noRoom).push(candidate);
      this.#after = candidate.storeId;
    }
    this.#page = noRoom.length > PAGE / 2 ? BUSY_PAGE : PAGE;
    const random = next
      .map((candidate) => ({ candidate, order: this.#random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ candidate }) => candidate);
    return { next: random, noRoom, hasMore: next.length < search.limit && page.length >= size };
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
    const owners = new Set(found.flatMap(({ workerId }) => (workerId === null || workerId === me ? [] : [workerId])));
    const living = await livingWorkers(this.#ctx.db, [...owners]);
    return found.filter(({ workerId }) => workerId === null || !living.has(workerId));
  }
}
