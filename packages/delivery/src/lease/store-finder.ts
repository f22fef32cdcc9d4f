import { findProbes, type WorkerDb } from "../receivers/receiver-health.ts";
import { type Candidate, findDueStores, type Search } from "./leases.ts";
import { livingWorkers, type WorkerLease } from "./worker-lease.ts";

/** Number of stores that one search reads … */
const PAGE = 128;
/** … and after a search with many stores of busy receivers, which are then parked together. */
const BUSY_PAGE = 1_024;

/** Finds due stores without a living owner. Each search starts after the store that was found last, so that every store has its turn. */
export class StoreFinder {
  readonly #ctx: { db: WorkerDb; now: () => Date };
  readonly #worker: Pick<WorkerLease, "id" | "others">;
  readonly #random: () => number;
  #page = PAGE;
  #after = "00000000-0000-0000-0000-000000000000";

  constructor(
    ctx: { db: WorkerDb; now: () => Date },
    worker: Pick<WorkerLease, "id" | "others">,
    random: () => number,
  ) {
    this.#ctx = ctx;
    this.#worker = worker;
    this.#random = random;
  }

  /**
   * The next stores to lease, at most `search.limit`.
   * @param hasRoom whether the receiver of a store has room for one more stream
   * @returns the stores in random order, so that concurrent workers rarely start with the same store; the stores without room; whether
   * more stores may be due
   */
  async find(
    search: Search,
    hasRoom: (candidate: Candidate) => boolean,
  ): Promise<{ next: Candidate[]; noRoom: Candidate[]; hasMore: boolean }> {
    const size = this.#page;
    const page = await this.#search({ ...search, limit: Math.max(size, search.limit) });
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
  waiting(search: Search): Promise<Candidate[]> {
    return this.#search(search);
  }

  /** One parked store of each of these receivers, for a probe. */
  async findProbes(here: string[], receivers: string[]): Promise<Candidate[]> {
    const { db, now } = this.#ctx;
    const { id: me, others: busy } = this.#worker;
    return this.#free(me, await findProbes(db, now(), { receivers, busy, here }));
  }

  async #search(search: Search): Promise<Candidate[]> {
    const { db, now } = this.#ctx;
    const { id: me, others: busy } = this.#worker;
    return this.#free(me, await findDueStores(db, now(), { ...search, busy, after: this.#after }));
  }

  /** The stores that no living worker holds. */
  async #free(me: string, found: Candidate[]): Promise<Candidate[]> {
    const owners = new Set(found.flatMap(({ workerId }) => (workerId === null || workerId === me ? [] : [workerId])));
    const living = await livingWorkers(this.#ctx.db, [...owners]);
    return found.filter(({ workerId }) => workerId === null || !living.has(workerId));
  }
}
