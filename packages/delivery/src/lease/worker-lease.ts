import { randomUUID } from "node:crypto";
import type { Sql } from "@highstreet/db";
import { LEASE_MS } from "../timing.ts";
import { registerWorker, removeWorker, renewWorker } from "./workers.ts";

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
