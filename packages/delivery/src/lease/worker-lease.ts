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

  /** A time of `performance.now()`. */
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

  /** @returns whether the worker has its lease now */
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
