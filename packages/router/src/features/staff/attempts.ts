import type { Database } from "@highstreet/db";
import { GIVE_BACK_ATTEMPT, SWEEP_ATTEMPTS, TAKE_ATTEMPT } from "./attempts.sql.ts";

/** How many attempts one key may have in a window of time. */
export interface Limit {
  key: string;
  most: number;
  windowMs: number;
}

/** A counted attempt, or the seconds until the next attempt is allowed. */
export type Taken = { giveBack(): Promise<void> } | { retryAfter: number };

/** How long counters are kept for operators, in ms. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Counts attempts at passwords and codes in the database, so that all processes share the counts. An attempt is counted before
 * it is verified, so that concurrent attempts cannot pass the limit together.
 */
export class Attempts {
  readonly #db: Database;
  readonly #now: () => Date;

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Counts an attempt against each limit. Counts nothing when one limit is reached. @param address recorded for operators */
  async take(limits: readonly Limit[], address: string): Promise<Taken> {
    const now = this.#now();
    const taken: [key: string, since: Date][] = [];
    const giveBack = async (): Promise<void> => {
      for (const [key, since] of taken) await this.#db.query(GIVE_BACK_ATTEMPT, [key, since]);
    };
    for (const { key, most, windowMs } of limits) {
      const begun = new Date(now.getTime() - windowMs);
      const [row] = await this.#db.query<{ since: Date }>(TAKE_ATTEMPT, [key, now, address, begun, most]);
      if (!row) {
        await giveBack();
        return { retryAfter: await this.#secondsLeft(key, windowMs) };
      }
      taken.push([key, row.since]);
    }
    return { giveBack };
  }

  /** Removes old counters. Each failed attempt calls this method, and one call removes more counters than an attempt adds. */
  async sweep(): Promise<void> {
    await this.#db.query(SWEEP_ATTEMPTS, [new Date(this.#now().getTime() - KEPT_MS)]);
  }

  async #secondsLeft(key: string, windowMs: number): Promise<number> {
    const row = await this.#db.prisma.signInAttempt.findUnique({ where: { key } });
    const left = row ? row.since.getTime() + windowMs - this.#now().getTime() : 0;
    return Math.max(1, Math.ceil(left / 1_000));
  }
}
