/** contract §6, Failing endpoint. */
const CALLS = 10;
const OVER_MS = 60_000;
/** After the tenth failure in a row the store rests, after each further one for twice as long. */
const FIRST_REST_MS = 1_000;

/** How the last calls of a store went. */
export class EndpointHealth {
  failures: number;
  failingSince: Date | null;
  readonly #longestRestMs: number;
  #isFailing: boolean;

  /** @param longestRestMs the longest rest before the endpoint counts as failing */
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

  /** How long the store is not called now. Otherwise an endpoint that fails quickly is called thousands of times in its minute. */
  get restMs(): number {
    if (this.failures < CALLS || this.#isFailing) return 0;
    return Math.min(this.#longestRestMs, FIRST_REST_MS * 2 ** (this.failures - CALLS));
  }

  note(isGood: boolean, at: Date): void {
    if (isGood) {
      this.failures = 0;
      this.failingSince = null;
      this.#isFailing = false;
      return;
    }
    this.failures++;
    this.failingSince ??= at;
    if (this.failures >= CALLS && at.getTime() - this.failingSince.getTime() >= OVER_MS) this.#isFailing = true;
  }
}
