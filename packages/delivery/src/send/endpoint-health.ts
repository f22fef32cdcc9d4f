import { FAILURES_UNTIL_PAUSE } from "../constants.ts";

/** An endpoint counts as failing after `FAILURES_UNTIL_PAUSE` failed calls in a row over this time. */
const FAILING_AFTER_MS = 60_000;
/** Rest of a store after ten failures in a row. Each further failure doubles the rest. */
const FIRST_REST_MS = 1_000;

export interface EndedCall {
  isSuccess: boolean;
  isSilent: boolean;
  ms: number;
  /** Another event of the same call has told the result. */
  isRepeat: boolean;
  /** The call was a probe of a receiver that is still down. `mustWarn`: the endpoint counts as failing */
  ofReceiver: { mustWarn: boolean } | null;
}

export class EndpointHealth {
  failures: number;
  failingSince: Date | null;
  readonly #longestRestMs: number;
  #isFailing: boolean;

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

  /** A probe of the receiver has failed, which is no failure of the store. @param mustWarn whether the endpoint counts as failing */
  recordProbe(at: Date, mustWarn: boolean): void {
    this.failures ||= 1;
    this.failingSince ??= at;
    this.#isFailing ||= mustWarn;
  }

  record(isSuccess: boolean, at: Date): void {
    if (isSuccess) {
      this.failures = 0;
      this.failingSince = null;
      this.#isFailing = false;
      return;
    }
    this.failures++;
    this.failingSince ??= at;
    if (this.failures >= FAILURES_UNTIL_PAUSE && at.getTime() - this.failingSince.getTime() >= FAILING_AFTER_MS)
      this.#isFailing = true;
  }
}

const FIRST_WINDOW = 4;
const MAX_WINDOW = 32;
/** Rounds of successes that widen the window by one. Each place is a connection, which costs as much as many calls. */
const ROUNDS_TO_GROW = 4;

/** A call that takes this long waits for its endpoint, not for a busy worker. */
const SLOW_CALL_MS = 100;

/** The number of concurrent calls to an endpoint: grows by one with successes, halves after a failure. One after a call without an answer. */
export class EndpointWindow {
  /** Whether the worker waits for its processor. More calls at once to an endpoint that answers at once then only cost connections. */
  isWorkerBusy = false;
  #size = FIRST_WINDOW;
  #streak = 0;
  #isSilent: boolean;

  constructor(isSilent = false) {
    this.#isSilent = isSilent;
  }

  get size(): number {
    return this.#isSilent ? 1 : this.#size;
  }

  /** @param ms duration of the call @param isSilent whether no answer came */
  record(isSuccess: boolean, ms: number, isSilent = false): void {
    this.#isSilent = isSilent;
    if (!isSuccess) {
      this.#size = Math.max(1, this.#size >> 1);
      this.#streak = 0;
    } else if (this.isWorkerBusy && ms < SLOW_CALL_MS) {
      this.#streak = 0;
    } else if (this.#size < MAX_WINDOW && ++this.#streak >= ROUNDS_TO_GROW * this.#size) {
      this.#size++;
      this.#streak = 0;
    }
  }
}
