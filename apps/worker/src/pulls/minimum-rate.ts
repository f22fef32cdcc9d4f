/** Minimum bytes per second of a file, counted as sent (compressed bytes for a compressed file). */
export const MINIMUM_RATE = 10_000;
/** Seconds of waiting before the first check of a file's rate. */
const GRACE = 10;
/** Seconds of waiting in one check. */
const WINDOW = 30;

/**
 * Measures how fast bytes arrive over the last 30 seconds of waiting. Time in which this process works on received bytes does
 * not count.
 */
export class RateMeter {
  /** Bytes that arrived in each second of waiting. */
  readonly #seconds: number[] = [];
  #bytes = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Ends a second of waiting. @returns whether the bytes arrive too slowly */
  tick(): boolean {
    this.#seconds.push(this.#bytes);
    this.#bytes = 0;
    if (this.#seconds.length < GRACE) return false;
    if (this.#seconds.length > WINDOW) this.#seconds.shift();
    const arrived = this.#seconds.reduce((sum, bytes) => sum + bytes, 0);
    return arrived < MINIMUM_RATE * this.#seconds.length;
  }
}

/**
 * Passes the bytes on. Fails as soon as they arrive too slowly.
 * @param secondMs length of the meter's second in ms; for tests
 * @throws the error that `tooSlow` makes
 */
export async function* atMinimumRate(
  bytes: AsyncIterable<Uint8Array>,
  { tooSlow, secondMs = 1_000 }: { tooSlow: () => Error; secondMs?: number },
): AsyncGenerator<Uint8Array> {
  const meter = new RateMeter();
  const { promise: slow, reject } = Promise.withResolvers<never>();
  slow.catch(() => undefined);
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting && meter.tick()) reject(tooSlow());
  }, secondMs);
  const source = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      isWaiting = true;
      const next = await Promise.race([source.next(), slow]);
      isWaiting = false;
      if (next.done) return;
      meter.add(next.value.byteLength);
      yield next.value;
    }
  } finally {
    clearInterval(timer);
  }
}
