/** Calls in flight to an endpoint of which nothing is known yet … */
const FIRST = 4;
/** … and to one that has long answered well. */
const MOST = 32;
/** So many rounds of good answers widen it by one: each place is a connection, which costs both sides as much as many calls. */
const ROUNDS = 4;

/** How many calls an endpoint gets at once: one more as long as calls go well, half after one that did not. */
export class EndpointWindow {
  #size = FIRST;
  #streak = 0;

  get size(): number {
    return this.#size;
  }

  note(isGood: boolean): void {
    if (!isGood) {
      this.#size = Math.max(1, this.#size >> 1);
      this.#streak = 0;
    } else if (this.#size < MOST && ++this.#streak >= ROUNDS * this.#size) {
      this.#size++;
      this.#streak = 0;
    }
  }
}
