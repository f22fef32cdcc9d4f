import { type Sql, sqlStateOf } from "@highstreet/db";
import { finishStoresSql } from "../lease/leases.sql.ts";
import { inOrder, type Lease } from "../lease/leases.ts";
import type { Completion } from "./record-deliveries.ts";

/** The end of a stream that has sent all events of its store with good answers. */
export interface Finish {
  lease: Lease;
  cursor: number;
  /** The wake version of the snapshot with all of these events. */
  wakeVersion: number;
  /** The calls. None is a retry. */
  done: readonly Completion[];
}

/** `woken`: the calls are recorded, and the lease stays because of new work. `skipped`: nothing is recorded. */
export type Finished = "released" | "woken" | "skipped";

/** Maximum number of stores in a statement. */
const MOST = 128;

/** Ends the streams of a retailer's stores, each if its lease is still held. Skips a store that another call has locked. */
async function finishStores(sql: Sql, retailerId: string, stores: readonly Finish[]): Promise<Finished[]> {
  const sorted = inOrder(stores.map((finish) => ({ ...finish.lease, finish })));
  const calls = stores.flatMap(({ lease, done }) => done.map((call) => ({ lease, call })));
  const rows = await sql.query<{ storeId: string; released: boolean }>(finishStoresSql, [
    retailerId,
    sorted.map(({ storeId }) => storeId),
    sorted.map(({ epoch }) => epoch),
    sorted.map(({ pingSequence }) => pingSequence),
    sorted.map(({ finish }) => finish.cursor),
    sorted.map(({ finish }) => finish.wakeVersion),
    calls.map(({ lease }) => lease.storeId),
    calls.map(({ call }) => call.sequence),
    calls.map(({ call }) => call.try),
    calls.map(({ call }) => call.at.getTime()),
    calls.map(({ call }) => call.status),
    calls.map(({ call }) => call.ms),
    calls.map(({ call }) => call.enhanced),
    calls.map(({ call }) => call.answer),
    calls.map(({ lease }) => lease.endpoint),
  ]);
  const ends = new Map(rows.map(({ storeId, released }) => [storeId, released ? "released" : "woken"] as const));
  return stores.map(({ lease }) => ends.get(lease.storeId) ?? "skipped");
}

interface Waiting {
  finish: Finish;
  resolve: (end: Finished) => void;
  reject: (error: unknown) => void;
}

/**
 * Ends short streams: those of a retailer that end at about the same time share a statement. While a statement runs, the next one
 * gathers its stores.
 */
export class Finisher {
  readonly #sql: Sql;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Ends a stream. If PostgreSQL refuses the statement, its stores are skipped, and each records its calls by itself.
   * @throws the error of a lost connection
   */
  finish(finish: Finish): Promise<Finished> {
    const { retailerId } = finish.lease;
    const { promise, ...settle } = Promise.withResolvers<Finished>();
    const waiting = this.#waiting.get(retailerId);
    if (waiting) waiting.push({ finish, ...settle });
    else {
      this.#waiting.set(retailerId, [{ finish, ...settle }]);
      setImmediate(() => void this.#run(retailerId));
    }
    return promise;
  }

  async #run(retailerId: string): Promise<void> {
    for (;;) {
      const next = this.#waiting.get(retailerId)?.splice(0, MOST) ?? [];
      if (!next.length) break;
      try {
        const stores = next.map(({ finish }) => finish);
        const ends = await finishStores(this.#sql, retailerId, stores);
        for (const [n, { resolve }] of next.entries()) resolve(ends[n] ?? "skipped");
      } catch (error) {
        // After an error of PostgreSQL nothing is recorded. Without an answer, the state is unknown.
        const isRolledBack = sqlStateOf(error) !== undefined;
        for (const { resolve, reject } of next) isRolledBack ? resolve("skipped") : reject(error);
      }
    }
    this.#waiting.delete(retailerId);
  }
}
