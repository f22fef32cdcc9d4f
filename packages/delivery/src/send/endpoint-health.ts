import { FAILURES_UNTIL_PAUSE } from "../constants.ts";

/** An endpoint counts as failing after `FAILURES_UNTIL_PAUSE` failed calls in a row over this time. */
const OVER_MS = 60_000;
/** Rest of a store after ten failures in a row. Each further failure doubles the rest. */
const FIRST_REST_MS = 1_000;

/** The results of a store's last calls. */
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

  /** Whether the last ten calls failed over at least a minute. Ends with a 2xx. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Time without calls to the store. Without this rest, an endpoint that fails quickly gets thousands of calls in its minute. */
  get restMs(): number {
    if (this.failures < FAILURES_UNTIL_PAUSE || this.#isFailing) return 0;
    return Math.min(this.#longestRestMs, FIRST_REST_MS * 2 ** (this.failures - FAILURES_UNTIL_PAUSE));
  }

  note(isSuccess: boolean, at: Date): void {
    if (isSuccess) {
      this.failures = 0;
      this.failingSince = null;
      this.#isFailing = false;
      return;
    }
    this.failures++;
    this.failingSince ??= at;
    if (this.failures >= FAILURES_UNTIL_PAUSE && at.getTime() - this.failingSince.getTime() >= OVER_MS)
      this.#isFailing = true;
  }
}

/** Calls in flight to a new endpoint. */
const FIRST = 4;
/** Maximum calls in flight to an endpoint. */
const MOST = 32;
/** Rounds of successes that widen the window by one. Each place is a connection, which costs as much as many calls. */
const ROUNDS = 4;

/** A call that takes this long waits for its endpoint, not for a busy worker. */
const WAIT_MS = 100;

/** The number of concurrent calls to an endpoint: grows by one with successes, halves after a failure. */
export class EndpointWindow {
  /** Whether the worker waits for its processor. More calls at once to an endpoint that answers at once then only cost connections. */
  isWorkerBusy = false;
  #size = FIRST;
  #streak = 0;

  get size(): number {
    return this.#size;
  }

  /** @param ms duration of the call */
  note(isSuccess: boolean, ms: number): void {
    if (!isSuccess) {
      this.#size = Math.max(1, this.#size >> 1);
      this.#streak = 0;
    } else if (this.isWorkerBusy && ms < WAIT_MS) {
      this.#streak = 0;
    } else if (this.#size < MOST && ++this.#streak >= ROUNDS * this.#size) {
      this.#size++;
      this.#streak = 0;
    }
  }
}
