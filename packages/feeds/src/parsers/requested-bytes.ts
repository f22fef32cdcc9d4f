import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedBytes } from "../feed.ts";
import { tooMuchWork } from "../feed-error.ts";
import type { BytesFacts } from "./messages.ts";

/** Maximum processor time for one feed, in seconds. The largest valid workbooks take 30 s on a slow machine. */
const MOST_SECONDS = 40;
/** The same for the product data of a stock feed, which a second pass over the feed reads. Both passes end within a minute. */
export const SECOND_PASS_SECONDS = 15;

/** Measures the processor time of one feed among several that take turns. */
class Meter {
  readonly #mostSeconds: number;
  #spent = 0;
  #since = 0;

  constructor(mostSeconds: number) {
    this.#mostSeconds = mostSeconds;
  }

  /** Starts the feed's turn. */
  start(): void {
    this.#since = now();
  }

  /** Ends the feed's turn. @throws FeedTooComplex beyond its budget */
  stop(): void {
    this.#spent += now() - this.#since;
    if (this.#spent > this.#mostSeconds * 1_000_000) throw tooMuchWork(this.#mostSeconds);
  }
}

/** Processor time of this thread in microseconds. */
function now(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const PIECE = 1 << 16;
/** Number of bytes in one request. */
const WINDOW = 1 << 18;

/** A feed's bytes in another process, which sends them on request. */
export class RequestedBytes implements FeedBytes {
  readonly size: number;
  readonly limit: number;
  readonly isUtf8: boolean;
  readonly isPartial: boolean;
  readonly meter: Meter;
  readonly #head: Uint8Array;
  readonly #request: (position: number, length: number) => Promise<Uint8Array>;

  /**
   * @param head the first bytes
   * @param request asks for further bytes
   * @param mostSeconds maximum processor time
   */
  constructor(
    { size, limit, isUtf8, isPartial }: BytesFacts,
    head: Uint8Array,
    request: (position: number, length: number) => Promise<Uint8Array>,
    mostSeconds = MOST_SECONDS,
  ) {
    this.meter = new Meter(mostSeconds);
    this.size = size;
    this.limit = limit;
    this.isUtf8 = isUtf8;
    this.isPartial = isPartial;
    this.#head = head;
    this.#request = request;
  }

  async read(position: number, length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, position + length);
    if (end <= this.#head.length) return this.#head.subarray(position, end);
    return this.#request(position, Math.max(0, end - position));
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    let next: Promise<Uint8Array> | undefined = this.read(0, WINDOW);
    for (let from = 0; next; from += WINDOW) {
      const window: Uint8Array = await this.outside(next);
      next = from + WINDOW < this.size ? this.read(from + WINDOW, WINDOW) : undefined;
      // If the reader stops early, nothing waits for this request. Its failure would otherwise end the process.
      next?.catch(() => undefined);
      for (let at = 0; at < window.length; at += PIECE) {
        yield window.subarray(at, at + PIECE);
        await this.outside(nextTurn());
      }
    }
  }

  async outside<T>(wait: Promise<T>): Promise<T> {
    // Beyond the budget no code waits for this promise.
    wait.catch(() => undefined);
    this.meter.stop();
    try {
      return await wait;
    } finally {
      this.meter.start();
    }
  }
}
