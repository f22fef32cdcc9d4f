import { Limit, WaitedTooLong } from "@highstreet/db";

/** Hashing a password takes 0.1 s of a processor, on one of the four threads in Node's pool. */
const AT_ONCE = 2;
const PATIENCE_MS = 30_000;

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
      await turns.take(key, performance.now() + PATIENCE_MS);
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
