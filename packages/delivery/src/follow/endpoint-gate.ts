import type { CallBudget, Caller, Places } from "../send/call-budget.ts";
import type { EndpointWindow } from "../send/endpoint-health.ts";

type Health = Parameters<CallBudget["take"]>[1];

/** A tick of the engine that comes so late takes no call from an endpoint with a limit. */
const LATE_MS = 20;

/**
 * The calls in flight to one endpoint, shared among its streams by turns, in front of the places of the worker. One worker has the
 * endpoint, so its limit of calls a second is kept here alone. A new lease begins with a pause, because it does not know the last call.
 */
export class EndpointGate implements Places {
  readonly #budget: Places;
  readonly #window: Pick<EndpointWindow, "size">;
  readonly #clock: () => number;
  readonly #pauseMs: number;
  readonly #waiting = new Set<Caller>();
  /** The time of the next call, by the clock. */
  #nextAt: number;
  #inFlight = 0;
  #offered: Caller | undefined;

  constructor(
    budget: Places,
    window: Pick<EndpointWindow, "size">,
    callsPerSecond: number | null,
    clock: () => number,
  ) {
    this.#budget = budget;
    this.#window = window;
    this.#clock = clock;
    this.#pauseMs = callsPerSecond === null ? 0 : 1_000 / callsPerSecond;
    this.#nextAt = clock() + this.#pauseMs;
  }

  /** Whether the limit lets no call start now. */
  get isEarly(): boolean {
    return this.#clock() < this.#nextAt;
  }

  take(caller: Caller, health: Health): boolean {
    // Without a running call, no end of a call would offer the place to those that wait.
    const isNext = !this.#waiting.size || this.#offered === caller || !this.#inFlight;
    if (this.#inFlight >= this.#window.size || this.isEarly || !isNext) {
      this.#waiting.add(caller);
      return false;
    }
    if (!this.#budget.take(caller, health)) return false;
    this.#nextAt = Math.max(this.#nextAt, this.#clock() - LATE_MS) + this.#pauseMs;
    this.#offered = undefined;
    this.#waiting.delete(caller);
    this.#inFlight++;
    return true;
  }

  give(caller: Caller, health: Health): void {
    this.#inFlight--;
    this.#budget.give(caller, health);
    this.share();
  }

  /** Offers what is free to those that wait. */
  share(): void {
    for (const next of this.#waiting) {
      if (this.#inFlight >= this.#window.size || this.isEarly) return;
      this.#waiting.delete(next);
      this.#offered = next;
      next.offer();
      this.#offered = undefined;
    }
  }

  move(places: number, from: Health, to: Health): void {
    this.#budget.move(places, from, to);
  }

  leave(caller: Caller): void {
    this.#waiting.delete(caller);
    this.#budget.leave(caller);
  }
}
