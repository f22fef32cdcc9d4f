/** contract §6, Failing endpoint. */
const CALLS = 10;
const OVER_MS = 60_000;
/** From the tenth failure on a call waits, each time for twice as long. */
const FIRST_REST_MS = 50;

/** How an endpoint's last calls went. */
export class EndpointHealth {
  failures: number;
  failingSince: Date | null;
  readonly #longestRestMs: number;
  #isFailing: boolean;
  #restUntil = Number.NEGATIVE_INFINITY;

  /** @param longestRestMs at most so long a call waits before the endpoint counts as failing */
  constructor(
    lease: { failures: number; failingSince: Date | null },
    { isFailing, longestRestMs }: { isFailing: boolean; longestRestMs: number },
  ) {
    this.failures = lease.failures;
    this.failingSince = lease.failingSince;
    this.#isFailing = isFailing;
    this.#longestRestMs = longestRestMs;
  }

  /** The last ten calls failed, over at least a minute; until a 2xx. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** What fails at once, as a refused connection does, would else be called thousands of times before its minute is over. */
  mayCall(now: number): boolean {
    return now >= this.#restUntil;
  }

  /** @param now milliseconds of a clock that only goes forward */
  note(isGood: boolean, at: Date, now: number): void {
    if (isGood) {
      this.#restUntil = Number.NEGATIVE_INFINITY;
      this.failures = 0;
      this.failingSince = null;
      this.#isFailing = false;
      return;
    }
    this.failures++;
    this.failingSince ??= at;
    if (this.failures >= CALLS) {
      this.#restUntil = now + Math.min(this.#longestRestMs, FIRST_REST_MS * 2 ** (this.failures - CALLS));
    }
    if (this.failures >= CALLS && at.getTime() - this.failingSince.getTime() >= OVER_MS) this.#isFailing = true;
  }
}
