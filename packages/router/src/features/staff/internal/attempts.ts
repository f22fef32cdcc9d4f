import { type Database, Limit, WaitedTooLong } from "@highstreet/db";
import { networkOf } from "../../../access/caller.ts";
import { sweepAttempts, takeAttempt } from "../staff.sql.ts";

export interface AttemptLimit {
  key: string;
  most: number;
  windowMs: number;
}

export type Taken = { giveBack(): Promise<void> } | { retryAfter: number };

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
  async take(limits: readonly AttemptLimit[], address: string): Promise<Taken> {
    const now = this.#now();
    const taken: [key: string, since: Date][] = [];
    const giveBack = async (): Promise<void> => {
      for (const [key, since] of taken) {
        const where = { key, since, count: { gt: 0 } };
        await this.#db.prisma.signInAttempt.updateMany({ where, data: { count: { decrement: 1 } } });
      }
    };
    for (const { key, most, windowMs } of limits) {
      const begun = new Date(now.getTime() - windowMs);
      const [row] = await this.#db.query<{ since: Date }>(takeAttempt, [key, now, address, begun, most]);
      if (!row) {
        await giveBack();
        return { retryAfter: await this.#secondsLeft(key, windowMs) };
      }
      taken.push([key, row.since]);
    }
    return { giveBack };
  }

  async sweep(): Promise<void> {
    await this.#db.query(sweepAttempts, [new Date(this.#now().getTime() - KEPT_MS)]);
  }

  async #secondsLeft(key: string, windowMs: number): Promise<number> {
    const row = await this.#db.prisma.signInAttempt.findUnique({ where: { key } });
    const left = row ? row.since.getTime() + windowMs - this.#now().getTime() : 0;
    return Math.max(1, Math.ceil(left / 1_000));
  }
}

const MINUTE = 60_000;

const passwordsOf = (key: string): AttemptLimit => ({ key, most: 20, windowMs: 15 * MINUTE });

/** The limit on wrong passwords and codes from one IPv4 address or IPv6 /64, for all accounts together. */
const ofNetwork = (address: string): AttemptLimit => ({
  key: `address ${networkOf(address)}`,
  most: 100,
  windowMs: 15 * MINUTE,
});

/** The limit on wrong codes. Three of a million codes are valid at a time: with ten attempts an hour, guessing one takes years. */
const codes = (key: string): AttemptLimit => ({ key, most: 10, windowMs: 60 * MINUTE });

/** The limits that count an attempt, and the network that uses a turn for the attempt. */
export interface AttemptLimits {
  limits: readonly AttemptLimit[];
  network: string | undefined;
}

export function limitsOfSignIn(email: string, address: string, browser: string | undefined): AttemptLimits {
  if (browser) return { limits: [passwordsOf(`browser ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), passwordsOf(`account ${email}`)], network: networkOf(address) };
}

export function limitsOfCode(userId: string, address: string, browser: string | undefined): AttemptLimits {
  if (browser) return { limits: [codes(`code ${userId} ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), codes(`code ${userId}`)], network: networkOf(address) };
}

/** A passkey cannot be guessed. The limit bounds what a stranger makes the database store and verify. */
export const limitsOfPasskeys = (address: string): readonly AttemptLimit[] => [
  { key: `passkey ${networkOf(address)}`, most: 300, windowMs: 15 * MINUTE },
];

export function limitsOfSession(userId: string): AttemptLimits {
  return { limits: [passwordsOf(`session ${userId}`)], network: undefined };
}

export const limitsOfLostPassword = (email: string, address: string): readonly AttemptLimit[] => [
  { key: `lost ${networkOf(address)}`, most: 20, windowMs: 60 * MINUTE },
  { key: `lost ${email}`, most: 3, windowMs: 60 * MINUTE },
];

/** Allows each TOTP code once (RFC 6238, section 5.2). A code is valid for 90 seconds. */
export const singleUse = (userId: string, code: string): AttemptLimit => ({
  key: `used ${userId} ${code}`,
  most: 1,
  windowMs: 2 * MINUTE,
});

/** Hashing a password takes 0.1 s of a processor, on one of the four threads in Node's pool. */
const AT_ONCE = 2;
const MAX_WAIT_MS = 30_000;

/**
 * Limits how many passwords this process verifies at once. Networks of unknown browsers take turns round-robin. Known browsers
 * have their own turns, so they do not wait for unknown browsers.
 */
export class HashingTurns {
  readonly #known = new Limit({ total: AT_ONCE, each: AT_ONCE });
  readonly #strangers = new Limit({ total: AT_ONCE, each: 1 });

  /**
   * @param network the network of an unknown browser; undefined for a known browser or a caller with a session
   * @returns the result of `verify`; undefined when no turn is free within 30 s
   */
  async run<T>(network: string | undefined, verify: () => Promise<T>): Promise<T | undefined> {
    const turns = network === undefined ? this.#known : this.#strangers;
    const key = network ?? "known";
    try {
      await turns.take(key, performance.now() + MAX_WAIT_MS);
    } catch (error) {
      if (error instanceof WaitedTooLong) return undefined;
      throw error;
    }
    try {
      return await verify();
    } finally {
      turns.give(key);
    }
  }
}
