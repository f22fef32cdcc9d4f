import { cannotRead } from "../feed-errors.ts";

/** Feeds wait for so long. */
const PATIENCE_MS = 60_000;

interface Waiter {
  owner: string;
  begin(): void;
}

/** Lets so many feeds be read at once, and of one owner so many. The others wait in the order in which they came. */
export class Slots {
  readonly #each: number;
  #free: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiter[] = [];

  constructor(total: number, each: number) {
    this.#free = total;
    this.#each = each;
  }

  /** @throws Unavailable after a minute */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await this.#take(owner);
    try {
      return await work();
    } finally {
      this.#give(owner);
    }
  }

  #tryTake(owner: string): boolean {
    const held = this.#held.get(owner) ?? 0;
    if (this.#free === 0 || held >= this.#each) return false;
    this.#free--;
    this.#held.set(owner, held + 1);
    return true;
  }

  async #take(owner: string): Promise<void> {
    if (this.#tryTake(owner)) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(cannotRead("too many others are read"));
      }, PATIENCE_MS);
      const waiter: Waiter = {
        owner,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(waiter);
    });
  }

  #give(owner: string): void {
    const held = (this.#held.get(owner) ?? 1) - 1;
    if (held) this.#held.set(owner, held);
    else this.#held.delete(owner);
    this.#free++;
    const next = this.#waiting.findIndex((waiter) => this.#tryTake(waiter.owner));
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.begin();
  }
}
