/** A call waited for its turn, a slot or a lock until its deadline, or too many calls wait. The call changed nothing. */
export class WaitedTooLong extends Error {
  /** A bundle can hold this class several times, so the name decides. */
  static override [Symbol.hasInstance](value: unknown): value is WaitedTooLong {
    return value instanceof Error && value.name === "WaitedTooLong";
  }

  readonly code = "WAITED_TOO_LONG";
  override readonly name = "WaitedTooLong";
}

export interface LimitOptions {
  /** Maximum number of slots for all keys together. */
  total: number;
  /** Maximum number of slots for one key. */
  each: number;
}

/**
 * Slots that keys get round-robin. Each key has its own queue, first come, first served. A key that holds `each` slots leaves free
 * slots to the other keys.
 */
export class Limit {
  readonly #options: LimitOptions;
  #free: number;
  readonly #held = new Map<string, number>();
  /** The last served key is at the end. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(options: LimitOptions) {
    this.#options = options;
    this.#free = options.total;
  }

  held(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  get waiting(): number {
    let sum = 0;
    for (const queue of this.#waiting.values()) sum += queue.length;
    return sum;
  }

  /** Costs less than `take`, for the most frequent calls. */
  tryTake(key: string): boolean {
    if (this.#free <= 0 || this.held(key) >= this.#options.each) return false;
    this.#free--;
    this.#held.set(key, this.held(key) + 1);
    return true;
  }

  /**
   * Takes a slot as soon as one is free. `give` returns it.
   * @param until the deadline, in milliseconds of `performance.now()`
   * @throws WaitedTooLong
   */
  async take(key: string, until: number): Promise<void> {
    if (this.tryTake(key)) return;
    const queue = this.#waiting.get(key) ?? [];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(begin), 1);
      if (!queue.length) this.#waiting.delete(key);
      reject(new WaitedTooLong("Other calls took too long, and this call did not get its turn. Send the call again."));
    }, until - performance.now());
    const begin = (): void => {
      clearTimeout(timer);
      resolve();
    };
    queue.push(begin);
    this.#waiting.set(key, queue);
    await promise;
  }

  give(key: string): void {
    const held = this.held(key) - 1;
    if (held) this.#held.set(key, held);
    else this.#held.delete(key);
    this.#free++;
    // While slots are free, a waiting key holds its maximum, so no other key can use the slot.
    const candidates = this.#free > 1 ? [key] : this.#waiting.keys();
    for (const next of candidates) {
      const queue = this.#waiting.get(next);
      if (!queue || !this.tryTake(next)) continue;
      this.#waiting.delete(next);
      const begin = queue.shift();
      if (queue.length) this.#waiting.set(next, queue);
      begin?.();
      return;
    }
  }
}
