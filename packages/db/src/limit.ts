/** Lets so many run at once; the others wait their turn, in the order in which they came. */
export class Limit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

/** Lets one run at once of each key; the others of that key wait their turn. */
export class Lanes {
  readonly #lanes = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#lanes.get(key);
    const mine = before ? before.then(work) : work();
    const ended = mine.catch(() => undefined);
    this.#lanes.set(key, ended);
    try {
      return await mine;
    } finally {
      if (this.#lanes.get(key) === ended) this.#lanes.delete(key);
    }
  }
}
