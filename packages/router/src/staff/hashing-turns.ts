import { Limit, WaitedTooLong } from "@highstreet/db";

/** Hashing a password keeps a processor and one of four threads of Node's pool busy for a tenth of a second. */
const AT_ONCE = 2;
const PATIENCE_MS = 30_000;

/**
 * Turns at judging passwords in this process. Networks of strangers take turns round-robin. Known browsers have turns of their own,
 * so that they wait for no stranger.
 */
export class HashingTurns {
  readonly #known = new Limit({ total: AT_ONCE, each: AT_ONCE });
  readonly #strangers = new Limit({ total: AT_ONCE, each: 1 });

  /**
   * @param network of a stranger; undefined: a known browser, or somebody with a session
   * @returns what `judge` returns; undefined when the turn did not come in 30 s
   */
  async run<T>(network: string | undefined, judge: () => Promise<T>): Promise<T | undefined> {
    const turns = network === undefined ? this.#known : this.#strangers;
    const key = network ?? "known";
    try {
      await turns.take(key, performance.now() + PATIENCE_MS);
    } catch (error) {
      if (error instanceof WaitedTooLong) return undefined;
      throw error;
    }
    try {
      return await judge();
    } finally {
      turns.give(key);
    }
  }
}
