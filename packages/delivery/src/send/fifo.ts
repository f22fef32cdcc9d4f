/** Number of empty places at the front that causes a copy. */
const COMPACT_AT = 1_024;

/** A queue with constant cost at the front. */
export class Fifo<T> {
  #values: (T | undefined)[] = [];
  #head = 0;

  get first(): T | undefined {
    return this.#values[this.#head];
  }

  push(value: T): void {
    this.#values.push(value);
  }

  shift(): T | undefined {
    const value = this.#values[this.#head];
    if (this.#head < this.#values.length) this.#values[this.#head++] = undefined;
    if (this.#head === this.#values.length || this.#head >= COMPACT_AT) {
      this.#values = this.#values.slice(this.#head);
      this.#head = 0;
    }
    return value;
  }

  has(matches: (value: T) => boolean): boolean {
    return this.#indexOf(matches) >= 0;
  }

  /** Takes the first value that matches. */
  take(matches: (value: T) => boolean): T | undefined {
    const index = this.#indexOf(matches);
    if (index < 0) return undefined;
    return index === this.#head ? this.shift() : this.#values.splice(index, 1)[0];
  }

  replace(value: T, other: T): void {
    this.#values[this.#values.indexOf(value, this.#head)] = other;
  }

  #indexOf(matches: (value: T) => boolean): number {
    for (let index = this.#head; index < this.#values.length; index++)
      if (matches(this.#values[index] as T)) return index;
    return -1;
  }
}
