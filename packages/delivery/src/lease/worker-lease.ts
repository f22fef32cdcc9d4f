import { randomUUID } from "node:crypto";
import type { Sql } from "@highstreet/db";
import { LEASE_MS } from "../constants.ts";
import {
  livingWorkersSql,
  markDeadSql,
  otherWorkersSql,
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

  async register(): Promise<void> {
    const sentAt = performance.now();
    this.#id = randomUUID();
    await registerWorker(this.#db, this.#id);
    this.#deadline = sentAt + LEASE_MS;
  }

  /** @returns false if the worker was declared dead. It then has a new id and no stores */
  async renew(): Promise<boolean> {
    const sentAt = performance.now();
    if (await renewWorker(this.#db, this.#id)) {
      this.#deadline = sentAt + LEASE_MS;
      return true;
    }
    await this.register();
    return false;
  }

  async leave(): Promise<void> {
    this.#deadline = 0;
    await removeWorker(this.#db, this.#id);
  }
}

/** Registers a worker. Leases of workers run by the database's clock. */
async function registerWorker(sql: Sql, id: string): Promise<void> {
  await sql.query(removeDeadWorkersSql);
  await sql.query(registerWorkerSql, [id]);
}

/** Renews a worker's lease. @returns false if the worker was declared dead and must drop all its stores */
async function renewWorker(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query(renewWorkerSql, [id])).length > 0;
}

async function removeWorker(sql: Sql, id: string): Promise<void> {
  await sql.query(removeWorkerSql, [id]);
}

/** The other workers with a valid lease. This hint saves the check of their stores. */
export async function otherWorkers(sql: Sql, id: string): Promise<string[]> {
  return (await sql.query<{ id: string }>(otherWorkersSql, [id])).map((row) => row.id);
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
