/** Calls in flight of a worker … */
const MOST = 1_024;
/** … and of them, to endpoints that do not answer well: these hold their places for long. */
const SHARE_OF_AILING = 0.1;

/** Whoever makes calls: one store's lane. */
export interface Caller {
  /** A place may be free, which it asked for in vain. */
  offer(): void;
}

type Health = "well" | "ailing";

/**
 * The calls that a worker may have in flight, shared out among its lanes in turn: whoever asks in vain is the next to be
 * offered a place. Endpoints that ail have places of their own, so that they take none from the others.
 */
export class CallBudget {
  readonly #free: Record<Health, number>;
  /** In the order in which they asked. */
  readonly #waiting: Record<Health, Set<Caller>> = { well: new Set(), ailing: new Set() };
  /** Whose turn it is. */
  #offered: Caller | undefined;

  constructor(most = MOST) {
    this.#free = { well: most, ailing: Math.max(1, Math.floor(most * SHARE_OF_AILING)) };
  }

  /** @returns false: no place is free, or others wait; it will be offered one */
  take(caller: Caller, health: Health): boolean {
    const waiting = this.#waiting[health];
    if (this.#free[health] <= 0 || (waiting.size && this.#offered !== caller)) {
      waiting.add(caller);
      return false;
    }
    this.#offered = undefined;
    this.#free[health]--;
    return true;
  }

  /** Gives places back. */
  give(health: Health, places = 1): void {
    this.#free[health] += places;
    for (const next of this.#waiting[health]) {
      if (this.#free[health] <= 0) return;
      this.#waiting[health].delete(next);
      this.#offered = next;
      next.offer();
      this.#offered = undefined;
    }
  }

  /** Calls under way count for another kind from now on. */
  move(places: number, from: Health, to: Health): void {
    this.#free[to] -= places;
    this.give(from, places);
  }

  /** Asks for nothing more. */
  leave(caller: Caller): void {
    this.#waiting.well.delete(caller);
    this.#waiting.ailing.delete(caller);
  }
}
