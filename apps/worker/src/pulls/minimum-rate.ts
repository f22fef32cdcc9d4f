/** Bytes a second at which a file must arrive, as it is sent: packed, if it is packed. */
export const MINIMUM_RATE = 10_000;
/** Seconds of waiting before a file is judged. */
const GRACE = 10;
/** Seconds of waiting that are judged together. */
const WINDOW = 30;

/**
 * Judges how fast bytes arrive, over the last 30 seconds of waiting for them. Seconds in which this process is busy with the
 * bytes it has do not count against the sender.
 */
export class RateMeter {
  /** Bytes of each second of waiting. */
  readonly #seconds: number[] = [];
  #bytes = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** A second of waiting is over. @returns whether the bytes come too slowly */
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
 * Hands on what arrives, and ends as soon as it comes too slowly.
 * @param secondMs how long a second of the meter is; for tests
 * @throws what `tooSlow` makes
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
