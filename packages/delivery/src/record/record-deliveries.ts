import { type Sql, sqlStateOf } from "@highstreet/db";
import { statementsOf } from "../delivery.sql.ts";
import { finishStoresSql } from "../lease/leases.sql.ts";
import { inOrder, type Lease, partOf } from "../lease/leases.ts";

export interface Completion {
  sequence: number;
  action: string;
  subject: string;
  /** The number of this attempt among the attempts of the event. */
  try: number;
  at: Date;
  /** HTTP status; null without an answer. */
  status: number | null;
  ms: number | null;
  enhanced: boolean;
  answer: string | null;
  /** The number of events of the call; undefined: an event alone, or no call. */
  batch?: number | undefined;
  /** `bad`: the record decides between a retry, `failed` and `superseded`. */
  result: "delivered" | "bad" | "superseded";
  /** Tries of this cycle, with this one. */
  tries: number;
  /** The time of the next try after a bad answer; null after the last try. */
  dueAt: Date | null;
  isRetry: boolean;
}

export interface Progress {
  cursor: number;
  failures: number;
  failingSince: Date | null;
}

/**
 * A bad answer is `superseded` if the log has a newer event of the subject.
 * @returns false if the lease was lost. Then nothing is recorded
 */
export async function recordDeliveries(
  sql: Sql,
  lease: Lease,
  progress: Progress,
  done: readonly Completion[],
): Promise<boolean> {
  const rows = await sql.query(statementsOf(lease).record, [
    lease.retailerId,
    lease.storeId,
    lease.epoch,
    partOf(lease),
    progress.cursor,
    lease.endpoint,
    done.map((item) => item.sequence),
    // Only a bad result needs the newest event of its subject.
    done.map((item) => (item.result === "bad" ? item.action : null)),
    done.map((item) => (item.result === "bad" ? item.subject : null)),
    done.map((item) => item.try),
    done.map((item) => item.at),
    done.map((item) => item.status),
    done.map((item) => item.ms),
    done.map((item) => item.enhanced),
    done.map((item) => item.answer),
    done.map((item) => item.result),
    done.map((item) => item.tries),
    done.map((item) => item.dueAt),
    done.map((item) => item.isRetry),
    ...(lease.endpointId === undefined
      ? [progress.failures, progress.failingSince]
      : [done.map((item) => item.batch ?? null)]),
  ]);
  return rows.length > 0;
}

/** The end of a stream that has sent all events of its store with good answers. */
export interface Finish {
  lease: Lease;
  cursor: number;
  /** The wake version of the snapshot with all of these events. */
  wakeVersion: number;
  done: readonly Completion[];
}

/** `woken`: the calls are recorded, and the lease stays because of new work. `skipped`: nothing is recorded. */
export type Finished = "released" | "woken" | "skipped";

const MAX_STORES = 128;

/** Ends the streams of a retailer's stores, each if its lease is still held. Skips a store that another call has locked. */
async function finishStores(
  sql: Sql,
  text: string,
  retailerId: string,
  stores: readonly Finish[],
): Promise<Finished[]> {
  const sorted = inOrder(stores.map((finish) => ({ ...finish.lease, finish })));
  const calls = stores.flatMap(({ lease, done }) => done.map((call) => ({ lease, call })));
  const rows = await sql.query<{ storeId: string; released: boolean }>(text, [
    retailerId,
    sorted.map(({ storeId }) => storeId),
    sorted.map(({ epoch }) => epoch),
    sorted.map(({ finish }) => partOf(finish.lease)),
    sorted.map(({ finish }) => finish.cursor),
    sorted.map(({ finish }) => finish.wakeVersion),
    calls.map(({ lease }) => lease.storeId),
    calls.map(({ call }) => call.sequence),
    calls.map(({ call }) => call.try),
    calls.map(({ call }) => call.at),
    calls.map(({ call }) => call.status),
    calls.map(({ call }) => call.ms),
    calls.map(({ call }) => call.enhanced),
    calls.map(({ call }) => call.answer),
    calls.map(({ lease }) => lease.endpoint),
    ...(stores[0]?.lease.endpointId === undefined ? [] : [calls.map(({ call }) => call.batch ?? null)]),
  ]);
  const ends = new Map(rows.map(({ storeId, released }) => [storeId, released ? "released" : "woken"] as const));
  return stores.map(({ lease }) => ends.get(lease.storeId) ?? "skipped");
}

interface WaitingFinish {
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
  readonly #text: string;
  readonly #waiting = new Map<string, WaitingFinish[]>();

  /** @param text of the stores' channels, or of the positions of one endpoint */
  constructor(sql: Sql, text = finishStoresSql) {
    this.#sql = sql;
    this.#text = text;
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
      const next = this.#waiting.get(retailerId)?.splice(0, MAX_STORES) ?? [];
      if (!next.length) break;
      try {
        const stores = next.map(({ finish }) => finish);
        const ends = await finishStores(this.#sql, this.#text, retailerId, stores);
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
