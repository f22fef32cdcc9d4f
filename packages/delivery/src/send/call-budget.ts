/** Maximum calls in flight of a worker. */
const MOST = 1_024;
/** Additional share for unhealthy endpoints, which hold their places for long. */
const SHARE_OF_UNHEALTHY = 0.1;
/** Maximum share for one receiver. */
const SHARE_OF_RECEIVER = 0.25;

/** A stream that makes calls. */
export interface Caller {
  /** The receiver of the calls. */
  readonly receiver: string;
  /** Called when a place may be free after a refused request. */
  offer(): void;
}

type Health = "healthy" | "unhealthy";

/**
 * The calls in flight of a worker, shared among its streams by turns. A refused stream is offered the next free place. Unhealthy
 * endpoints have separate places, so that they take none from the others.
 */
export class CallBudget {
  readonly #free: Record<Health, number>;
  readonly #mostOfReceiver: number;
  /** Calls in flight, by receiver. */
  readonly #inFlight = new Map<string, number>();
  /** Refused streams, in order. */
  readonly #waiting: Record<Health, Set<Caller>> = { healthy: new Set(), unhealthy: new Set() };
  /** Callers that wait because their receiver uses all its places, by receiver. */
  readonly #waitingForReceiver = new Map<string, Set<Caller>>();
  /** The stream that is offered a place now. */
  #offered: Caller | undefined;

  constructor(most = MOST) {
    this.#free = { healthy: most, unhealthy: Math.max(1, Math.floor(most * SHARE_OF_UNHEALTHY)) };
    this.#mostOfReceiver = Math.max(1, Math.floor(most * SHARE_OF_RECEIVER));
  }

  /** @returns false if no place is free or others wait; `offer` then informs the caller about a free place */
  take(caller: Caller, health: Health): boolean {
    const { receiver } = caller;
    const inFlight = this.#inFlight.get(receiver) ?? 0;
    if (inFlight >= this.#mostOfReceiver) {
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

  /** Returns a place. */
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

  /** Removes a stream from all queues. */
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
