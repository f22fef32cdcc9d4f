import type { Database } from "@highstreet/db";
import { networkOf } from "../../../kernel/caller-address.ts";
import { sweepAttempts, takeAttempt } from "../staff.sql.ts";

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

  /** Removes old counters. Each failed attempt calls this method, and one call removes more counters than an attempt adds. */
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

/** The limit on wrong passwords. @param key of an account, a known browser or a session */
const passwordsOf = (key: string): Limit => ({ key, most: 20, windowMs: 15 * MINUTE });

/** The limit on wrong passwords and codes from one IPv4 address or IPv6 /64, for all accounts together. */
const ofNetwork = (address: string): Limit => ({
  key: `address ${networkOf(address)}`,
  most: 100,
  windowMs: 15 * MINUTE,
});

/** The limit on wrong codes. Three of a million codes are valid at a time: with ten attempts an hour, guessing one takes years. */
const codes = (key: string): Limit => ({ key, most: 10, windowMs: 60 * MINUTE });

/** The limits that count an attempt, and the network that uses a turn for the attempt. */
export interface AttemptLimits {
  limits: readonly Limit[];
  /** The network of an unknown browser; undefined for a known browser or a caller with a session. */
  network: string | undefined;
}

/**
 * The limits on attempts to sign in. An attempt from a known browser counts against that browser only. Any other attempt counts
 * against the account and the network.
 * @param browser the id of the browser if it has signed in to the account before
 */
export function limitsOfSignIn(email: string, address: string, browser: string | undefined): AttemptLimits {
  if (browser) return { limits: [passwordsOf(`browser ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), passwordsOf(`account ${email}`)], network: networkOf(address) };
}

/** The limits on attempts at a code. */
export function limitsOfCode(userId: string, address: string, browser: string | undefined): AttemptLimits {
  if (browser) return { limits: [codes(`code ${userId} ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), codes(`code ${userId}`)], network: networkOf(address) };
}

/** The limits on attempts at the password by a caller with a session. */
export function limitsOfSession(userId: string): AttemptLimits {
  return { limits: [passwordsOf(`session ${userId}`)], network: undefined };
}

/** The limits on requests for a link to a new password. Each request counts, whether the address has an account or not. */
export const limitsOfLostPassword = (email: string, address: string): readonly Limit[] => [
  { key: `lost ${networkOf(address)}`, most: 20, windowMs: 60 * MINUTE },
  { key: `lost ${email}`, most: 3, windowMs: 60 * MINUTE },
];

/** Allows each TOTP code once (RFC 6238, section 5.2). A code is valid for 90 seconds. */
export const singleUse = (userId: string, code: string): Limit => ({
  key: `used ${userId} ${code}`,
  most: 1,
  windowMs: 2 * MINUTE,
});
