import type { RunningCall } from "@highstreet/outbound";
import type { CallBudget, Caller } from "./call-budget.ts";

/** A call that waits this long makes its endpoint unhealthy, like a failed call. */
const SLOW_MS = 2_000;
/** A stream with a call that waits this long is blocked. */
const BLOCKED_MS = 200;

export interface Underway {
  call: RunningCall;
  /** Start of the call, by the clock. */
  since: number;
  /** Its index in the list. */
  index: number;
}

/** The running calls of a stream, and their places in the budget of the worker. */
export class RunningCalls {
  readonly #budget: CallBudget;
  readonly #caller: Caller;
  readonly #clock: () => number;
  /** In no order. A map that changes this often would keep ended calls in memory. */
  readonly #calls: Underway[] = [];
  #isUnhealthy: boolean;

  /** @param failures failed calls in a row of the endpoint */
  constructor(budget: CallBudget, caller: Caller, { clock, failures }: { clock: () => number; failures: number }) {
    this.#budget = budget;
    this.#caller = caller;
    this.#clock = clock;
    this.#isUnhealthy = failures > 0;
  }

  get size(): number {
    return this.#calls.length;
  }

  /** Whether the endpoint is unhealthy or slow now: the stream waits more than it works. */
  get isBlocked(): boolean {
    return this.#isUnhealthy || this.#hasWaited(BLOCKED_MS);
  }

  /** @returns false if the budget has no place for one more call */
  takePlace(): boolean {
    return this.#budget.take(this.#caller, this.#health);
  }

  /** Adds a call that has taken its place. */
  add(call: RunningCall): Underway {
    const underway: Underway = { call, since: this.#clock(), index: this.#calls.length };
    this.#calls.push(underway);
    return underway;
  }

  /** Removes an ended call and gives its place back. */
  end({ index }: Underway): void {
    const last = this.#calls.pop();
    if (last && last.index !== index) {
      last.index = index;
      this.#calls[index] = last;
    }
    this.#budget.give(this.#caller, this.#health);
  }

  /** Aborts all calls and leaves the budget. */
  abort(): void {
    for (const { call } of this.#calls.splice(0)) {
      call.abort();
      this.#budget.give(this.#caller, this.#health);
    }
    this.#budget.leave(this.#caller);
  }

  /** Moves the places of the calls if the endpoint has become healthy or unhealthy. */
  noteHealth(failures: number): void {
    const isUnhealthy = failures > 0 || this.#hasWaited(SLOW_MS);
    if (isUnhealthy === this.#isUnhealthy) return;
    const before = this.#health;
    this.#isUnhealthy = isUnhealthy;
    this.#budget.leave(this.#caller);
    this.#budget.move(this.#calls.length, before, this.#health);
  }

  get #health(): "healthy" | "unhealthy" {
    return this.#isUnhealthy ? "unhealthy" : "healthy";
  }

  /** Whether a call has waited this long. */
  #hasWaited(ms: number): boolean {
    const before = this.#clock() - ms;
    return this.#calls.some(({ since }) => since < before);
  }
}
