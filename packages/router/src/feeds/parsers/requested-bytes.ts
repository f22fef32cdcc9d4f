import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedBytes } from "../feed-bytes.ts";
import type { BytesFacts } from "./messages.ts";
import { Meter } from "./meter.ts";

const PIECE = 1 << 16;
/** Number of bytes in one request. */
const WINDOW = 1 << 18;

/** A feed's bytes in another process, which sends them on request. */
export class RequestedBytes implements FeedBytes {
  readonly size: number;
  readonly limit: number;
  readonly isUtf8: boolean;
  readonly isPartial: boolean;
  readonly meter = new Meter();
  readonly #head: Uint8Array;
  readonly #request: (position: number, length: number) => Promise<Uint8Array>;

  /**
   * @param head the first of the bytes
   * @param request asks for others
   */
  constructor(
    { size, limit, isUtf8, isPartial }: BytesFacts,
    head: Uint8Array,
    request: (position: number, length: number) => Promise<Uint8Array>,
  ) {
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
      // A reader that stops sends no more requests, so a failure of the last one is ignored.
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
