import { randomUUID } from "node:crypto";
import type { Context } from "@highstreet/router";
import { LEASE_MS, registerWorker, removeWorker, renewWorker } from "@highstreet/router/features/webhooks/index.ts";

/**
 * A worker's right to hold stores: 1.5 s by the database's clock, renewed again and again. Its own deadline is counted
 * from before a renewal was sent, so it is over here before it is over there.
 */
export class WorkerLease {
  readonly #db: Context["db"];
  #id = randomUUID();
  #deadline = 0;

  constructor(db: Context["db"]) {
    this.#db = db;
  }

  get id(): string {
    return this.#id;
  }

  /** By `performance.now()`. */
  get deadline(): number {
    return this.#deadline;
  }

  async register(): Promise<void> {
    const sentAt = performance.now();
    this.#id = randomUUID();
    await registerWorker(this.#db, this.#id);
    this.#deadline = sentAt + LEASE_MS;
  }

  /** @returns false: declared dead; it has a new id, and nothing of what it held */
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
