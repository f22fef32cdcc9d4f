import { randomUUID } from "node:crypto";
import type { Sql } from "@highstreet/db";
import { LEASE_MS } from "../constants.ts";
import {
  livingWorkersSql,
  markDeadSql,
  registerWorkerSql,
  removeDeadWorkersSql,
  removeWorkerSql,
  renewWorkerSql,
} from "../delivery.sql.ts";
import { findProbes } from "../receivers/receiver-health.ts";
import { type Candidate, findDueStores, type Search } from "./leases.ts";

/**
 * The lease of a worker: 1.5 s by the database's clock, renewed by heartbeats. The local deadline counts from before the renewal was
 * sent, so it ends before the lease in the database.
 */
export class WorkerLease {
  readonly #db: Sql;
  #id = randomUUID();
  #deadline = 0;
  #others: string[] = [];

  constructor(db: Sql) {
    this.#db = db;
  }

  get id(): string {
    return this.#id;
  }

  get deadline(): number {
    return this.#deadline;
  }

  /** The other workers with a valid lease at the last renewal. This hint saves the check of their stores. */
  get others(): string[] {
    return this.#others;
  }

  async register(): Promise<void> {
    this.#id = randomUUID();
    await this.#db.query(removeDeadWorkersSql);
    await this.#take(registerWorkerSql);
  }

  /** @returns false if the worker was declared dead. It then has a new id and no stores */
  async renew(): Promise<boolean> {
    if (await this.#take(renewWorkerSql)) return true;
    await this.register();
    return false;
  }

  async leave(): Promise<void> {
    this.#deadline = 0;
    await this.#db.query(removeWorkerSql, [this.#id]);
  }

  async #take(statement: string): Promise<boolean> {
    const sentAt = performance.now();
    const [row] = await this.#db.query<{ others: string[] }>(statement, [this.#id]);
    if (!row) return false;
    this.#deadline = sentAt + LEASE_MS;
    this.#others = row.others;
    return true;
  }
}

/**
 * The workers of these that are alive. Declares workers with an ended lease dead first. An unregistered worker is dead too, because
 * a worker registers before it takes a store. So call this after the owners were read.
 */
export async function livingWorkers(sql: Sql, ids: string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  await sql.query(markDeadSql, [ids]);
  return new Set((await sql.query<{ id: string }>(livingWorkersSql, [ids])).map((row) => row.id));
}

/** Stores that one search reads … */
const PAGE = 128;
/** … and after a search with many stores of busy receivers, which are then parked together. */
const BUSY_PAGE = 1_024;

/** Each search starts after the store that was found last, so that every store has its turn. */
export class StoreFinder {
  readonly #ctx: { db: Sql; now: () => Date };
  readonly #worker: WorkerLease;
  #page = PAGE;
  #after = "00000000-0000-0000-0000-000000000000";

  constructor(ctx: { db: Sql; now: () => Date }, worker: WorkerLease) {
    this.#ctx = ctx;
    this.#worker = worker;
  }

  /**
   * The next stores to lease, at most `search.limit`.
   * @returns the stores in random order, so that concurrent workers rarely start with the same store; the stores without room; whether
   * more stores may be due
   */
  async find(
    search: Search,
    hasRoom: (candidate: Candidate) => boolean,
  ): Promise<{ next: Candidate[]; noRoom: Candidate[]; hasMore: boolean }> {
    const size = this.#page;
    const page = await this.search({ ...search, limit: Math.max(size, search.limit) });
    const next: Candidate[] = [];
    const noRoom: Candidate[] = [];
    for (const candidate of page) {
      if (next.length >= search.limit) break;
      (hasRoom(candidate) ? next : noRoom).push(candidate);
      this.#after = candidate.storeId;
    }
    this.#page = noRoom.length > PAGE / 2 ? BUSY_PAGE : PAGE;
    const random = next
      .map((candidate) => ({ candidate, order: Math.random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ candidate }) => candidate);
    return { next: random, noRoom, hasMore: next.length < search.limit && page.length >= size };
  }

  async findProbes(here: string[], receivers: string[]): Promise<Candidate[]> {
    const { db, now } = this.#ctx;
    const { id: me, others: busy } = this.#worker;
    return this.#free(me, await findProbes(db, now(), { receivers, busy, here, isBackwards: Math.random() < 0.5 }));
  }

  /** Due stores without a living owner. Does not move the start of the next search. */
  async search(search: Search): Promise<Candidate[]> {
    const { db, now } = this.#ctx;
    const { id: me, others: busy } = this.#worker;
    return this.#free(me, await findDueStores(db, now(), { ...search, busy, after: this.#after }));
  }

  async #free(me: string, found: Candidate[]): Promise<Candidate[]> {
    const owners = new Set(found.flatMap(({ workerId }) => (workerId === null || workerId === me ? [] : [workerId])));
    const living = await livingWorkers(this.#ctx.db, [...owners]);
    return found.filter(({ workerId }) => workerId === null || !living.has(workerId));
  }
}
