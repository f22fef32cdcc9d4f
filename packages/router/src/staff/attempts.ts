import type { Database } from "@highstreet/db";
import { GIVE_BACK_ATTEMPT, SWEEP_ATTEMPTS, TAKE_ATTEMPT } from "./attempts.sql.ts";

/** How many attempts one key may have in a window of time. */
export interface Limit {
  key: string;
  most: number;
  windowMs: number;
}

/** Attempts that were counted, or the seconds until the next may come. */
export type Taken = { giveBack(): Promise<void> } | { retryAfter: number };

/** How long a counter stays to be read by operators, in ms. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Counts attempts at passwords and codes in the database, so that all processes share the count. An attempt is counted before
 * it is judged: of any number at once, no more than the limit are judged.
 */
export class Attempts {
  readonly #db: Database;
  readonly #now: () => Date;

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Counts an attempt by each limit, or by none when one of them is reached. @param address for operators */
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

  /** Removes old counters. Every failure removes more than it adds. */
  async sweep(): Promise<void> {
    await this.#db.query(SWEEP_ATTEMPTS, [new Date(this.#now().getTime() - KEPT_MS)]);
  }

  async #secondsLeft(key: string, windowMs: number): Promise<number> {
    const row = await this.#db.prisma.signInAttempt.findUnique({ where: { key } });
    const left = row ? row.since.getTime() + windowMs - this.#now().getTime() : 0;
    return Math.max(1, Math.ceil(left / 1_000));
  }
}
