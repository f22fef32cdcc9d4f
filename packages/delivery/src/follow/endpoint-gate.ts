import type { CallBudget, Caller, Places } from "../send/call-budget.ts";
import type { EndpointWindow } from "../send/endpoint-health.ts";

type Health = Parameters<CallBudget["take"]>[1];

/** The calls in flight to one endpoint, shared among its streams by turns, in front of the places of the worker. */
export class EndpointGate implements Places {
  readonly #budget: Places;
  readonly #window: EndpointWindow;
  readonly #waiting = new Set<Caller>();
  #inFlight = 0;
  #offered: Caller | undefined;

  constructor(budget: Places, window: EndpointWindow) {
    this.#budget = budget;
    this.#window = window;
  }

  take(caller: Caller, health: Health): boolean {
    // Without a running call, no end of a call would offer the place to those that wait.
    const isNext = !this.#waiting.size || this.#offered === caller || !this.#inFlight;
    if (this.#inFlight >= this.#window.size || !isNext) {
      this.#waiting.add(caller);
      return false;
    }
    if (!this.#budget.take(caller, health)) return false;
    this.#offered = undefined;
    this.#waiting.delete(caller);
    this.#inFlight++;
    return true;
  }

  give(caller: Caller, health: Health): void {
    this.#inFlight--;
    this.#budget.give(caller, health);
    for (const next of this.#waiting) {
      if (this.#inFlight >= this.#window.size) return;
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
