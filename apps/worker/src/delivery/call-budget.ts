/** Calls in flight of a worker … */
const MOST = 1_024;
/** … of these, to failing endpoints, which hold their places for long … */
const SHARE_OF_AILING = 0.1;
/** … and to one receiver. */
const SHARE_OF_RECEIVER = 0.25;

/** One store's lane. */
export interface Caller {
  /** The receiver of the calls. */
  readonly receiver: string;
  /** Called when a place may be free after a refused request. */
  offer(): void;
}

type Health = "well" | "ailing";

/**
 * The calls that a worker may have in flight, shared out among its lanes in turn: a lane that asks in vain is the next to be
 * offered a place. Endpoints that ail have places of their own, so that they take none from the others.
 */
export class CallBudget {
  readonly #free: Record<Health, number>;
  readonly #mostOfReceiver: number;
  /** Calls in flight, by receiver. */
  readonly #inFlight = new Map<string, number>();
  /** In the order in which they asked. */
  readonly #waiting: Record<Health, Set<Caller>> = { well: new Set(), ailing: new Set() };
  /** Callers whose receiver uses all its places, by receiver. */
  readonly #crowded = new Map<string, Set<Caller>>();
  /** Whose turn it is. */
  #offered: Caller | undefined;

  constructor(most = MOST) {
    this.#free = { well: most, ailing: Math.max(1, Math.floor(most * SHARE_OF_AILING)) };
    this.#mostOfReceiver = Math.max(1, Math.floor(most * SHARE_OF_RECEIVER));
  }

  /** @returns false if no place is free or others wait; `offer` then tells the caller about a free place */
  take(caller: Caller, health: Health): boolean {
    const { receiver } = caller;
    const inFlight = this.#inFlight.get(receiver) ?? 0;
    if (inFlight >= this.#mostOfReceiver) {
      const crowded = this.#crowded.get(receiver) ?? new Set();
      this.#crowded.set(receiver, crowded.add(caller));
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
    const [next] = this.#crowded.get(receiver) ?? [];
    if (!next) return;
    this.#leaveCrowd(next);
    next.offer();
  }

  /** Calls under way count for another kind from now on. */
  move(places: number, from: Health, to: Health): void {
    this.#free[to] -= places;
    this.#free[from] += places;
    this.#share(from);
  }

  /** Asks for nothing more. */
  leave(caller: Caller): void {
    this.#waiting.well.delete(caller);
    this.#waiting.ailing.delete(caller);
    this.#leaveCrowd(caller);
  }

  #leaveCrowd(caller: Caller): void {
    const crowded = this.#crowded.get(caller.receiver);
    crowded?.delete(caller);
    if (!crowded?.size) this.#crowded.delete(caller.receiver);
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
