import type { RunningCall } from "@highstreet/outbound";

const MAX_CALLS = 1_024;
/** Additional share for unhealthy endpoints, which hold their places for long. */
const SHARE_OF_UNHEALTHY = 0.1;
const SHARE_OF_RECEIVER = 0.25;

export interface Caller {
  readonly receiver: string;
  /** Called when a place may be free after a refused request. */
  offer(): void;
}

type Health = "healthy" | "unhealthy";

/** The places of calls in flight: of the worker, or of an endpoint in front of it. */
export type Places = Pick<CallBudget, "take" | "give" | "move" | "leave">;

/**
 * The calls in flight of a worker, shared among its streams by turns. A refused stream is offered the next free place. Unhealthy
 * endpoints have separate places, so that they take none from the others.
 */
export class CallBudget {
  readonly #free: Record<Health, number>;
  readonly #maxOfReceiver: number;
  readonly #inFlight = new Map<string, number>();
  readonly #waiting: Record<Health, Set<Caller>> = { healthy: new Set(), unhealthy: new Set() };
  readonly #waitingForReceiver = new Map<string, Set<Caller>>();
  #offered: Caller | undefined;

  constructor(maxCalls = MAX_CALLS) {
    this.#free = { healthy: maxCalls, unhealthy: Math.max(1, Math.floor(maxCalls * SHARE_OF_UNHEALTHY)) };
    this.#maxOfReceiver = Math.max(1, Math.floor(maxCalls * SHARE_OF_RECEIVER));
  }

  /** @returns false if no place is free or others wait; `offer` then informs the caller about a free place */
  take(caller: Caller, health: Health): boolean {
    const { receiver } = caller;
    const inFlight = this.#inFlight.get(receiver) ?? 0;
    if (inFlight >= this.#maxOfReceiver) {
      const queue = this.#waitingForReceiver.get(receiver) ?? new Set();
      this.#waitingForReceiver.set(receiver, queue.add(caller));
      return false;
    }
    const waiting = this.#waiting[health];
    if (this.#free[health] <= 0 || (waiting.size && this.#offered !== caller)) {
      waiting.add(caller);
      return false;
    }
    this.#offered = undefined;
    this.#free[health]--;
    this.#inFlight.set(receiver, inFlight + 1);
    return true;
  }

  give({ receiver }: Caller, health: Health): void {
    const left = (this.#inFlight.get(receiver) ?? 0) - 1;
    if (left > 0) this.#inFlight.set(receiver, left);
    else this.#inFlight.delete(receiver);
    this.#free[health]++;
    this.#share(health);
    const [next] = this.#waitingForReceiver.get(receiver) ?? [];
    if (!next) return;
    this.#leaveReceiverQueue(next);
    next.offer();
  }

  /** Moves places in use from one kind to the other. */
  move(places: number, from: Health, to: Health): void {
    this.#free[to] -= places;
    this.#free[from] += places;
    this.#share(from);
  }

  leave(caller: Caller): void {
    this.#waiting.healthy.delete(caller);
    this.#waiting.unhealthy.delete(caller);
    this.#leaveReceiverQueue(caller);
  }

  #leaveReceiverQueue(caller: Caller): void {
    const queue = this.#waitingForReceiver.get(caller.receiver);
    queue?.delete(caller);
    if (!queue?.size) this.#waitingForReceiver.delete(caller.receiver);
  }

  #share(health: Health): void {
    for (const next of this.#waiting[health]) {
      if (this.#free[health] <= 0) return;
      this.#waiting[health].delete(next);
      this.#offered = next;
      next.offer();
      this.#offered = undefined;
    }
  }
}

/** A call that waits this long makes its endpoint unhealthy, like a failed call. */
const SLOW_MS = 2_000;
/** A stream with a call that waits this long is blocked. */
const BLOCKED_MS = 200;

export interface Underway {
  call: RunningCall;
  since: number;
  index: number;
}

export class RunningCalls {
  readonly #budget: Places;
  readonly #caller: Caller;
  readonly #clock: () => number;
  /** In no order. A map that changes this often would keep ended calls in memory. */
  readonly #calls: Underway[] = [];
  #isUnhealthy: boolean;

  /** @param failures failed calls in a row of the endpoint */
  constructor(budget: Places, caller: Caller, { clock, failures }: { clock: () => number; failures: number }) {
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

  takePlace(): boolean {
    return this.#budget.take(this.#caller, this.#health);
  }

  add(call: RunningCall): Underway {
    const underway: Underway = { call, since: this.#clock(), index: this.#calls.length };
    this.#calls.push(underway);
    return underway;
  }

  end({ index }: Underway): void {
    const last = this.#calls.pop();
    if (last && last.index !== index) {
      last.index = index;
      this.#calls[index] = last;
    }
    this.#budget.give(this.#caller, this.#health);
  }

  abort(): void {
    for (const { call } of this.#calls.splice(0)) {
      call.abort();
      this.#budget.give(this.#caller, this.#health);
    }
    this.#budget.leave(this.#caller);
  }

  updateHealth(failures: number): void {
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

  #hasWaited(ms: number): boolean {
    const before = this.#clock() - ms;
    return this.#calls.some(({ since }) => since < before);
  }
}
