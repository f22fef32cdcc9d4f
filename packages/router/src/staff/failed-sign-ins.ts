/** Wrong passwords of one e-mail address before it has to wait, and until when they count, in ms. */
const MOST = 20;
const FORGOTTEN_MS = 15 * 60_000;
/** E-mail addresses that are remembered: whoever makes them up pushes out no more than the oldest. */
const REMEMBERED = 100_000;

interface Failed {
  count: number;
  since: number;
}

/**
 * Counts wrong passwords by e-mail address, in this process: an address of the network, which better-auth counts by, is what
 * the caller says it is wherever no proxy sets it.
 */
export class FailedSignIns {
  readonly #failed = new Map<string, Failed>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Seconds to wait before this address is let try again; 0: none. */
  wait(email: string): number {
    const failed = this.#of(email);
    if (!failed || failed.count < MOST) return 0;
    return Math.ceil((failed.since + FORGOTTEN_MS - this.#now().getTime()) / 1_000);
  }

  note(email: string, isRight: boolean): void {
    const key = email.toLowerCase();
    const failed = this.#of(email) ?? { count: 0, since: this.#now().getTime() };
    this.#failed.delete(key);
    if (isRight) return;
    this.#failed.set(key, { ...failed, count: failed.count + 1 });
    const [oldest] = this.#failed.keys();
    if (oldest !== undefined && this.#failed.size > REMEMBERED) this.#failed.delete(oldest);
  }

  #of(email: string): Failed | undefined {
    const failed = this.#failed.get(email.toLowerCase());
    return failed && this.#now().getTime() - failed.since < FORGOTTEN_MS ? failed : undefined;
  }
}
