import { afterEach, expect, test, vi } from "vitest";
import { atMinimumRate, MINIMUM_RATE, RateMeter } from "../src/feed-fetcher.ts";

afterEach(() => vi.useRealTimers());

/** The second in which a file with the given bytes per second counts as too slow; null if it never does. */
function endOf(bytesOf: (second: number) => number): number | null {
  const meter = new RateMeter();
  for (let second = 1; second <= 300; second++) {
    meter.add(bytesOf(second));
    if (meter.tick()) return second;
  }
  return null;
}

test("the rate of a file is checked after ten seconds of waiting, over the last thirty seconds", () => {
  expect(endOf(() => 0)).toBe(10);
  expect(endOf(() => MINIMUM_RATE - 1)).toBe(10);
  expect(endOf(() => MINIMUM_RATE)).toBeNull();
  expect(endOf((second) => (second === 1 ? 1_000 * MINIMUM_RATE : 0))).toBe(31);
  expect(endOf((second) => (second % 30 === 0 ? 30 * MINIMUM_RATE : 0))).toBe(10);
  expect(endOf((second) => (second % 10 === 1 ? 10 * MINIMUM_RATE : 0))).toBeNull();
});

test("a reader that takes a minute for each piece does not make the sender slow", async () => {
  vi.useFakeTimers();
  async function* arriving() {
    for (let piece = 0; piece < 20; piece++) yield new Uint8Array(1);
  }
  let read = 0;
  for await (const piece of atMinimumRate(arriving(), { tooSlow: () => new Error("too slow") })) {
    read += piece.byteLength;
    vi.advanceTimersByTime(60_000);
  }
  expect(read).toBe(20);
});

test("a silent sender counts as too slow, and its later bytes are not read", async () => {
  vi.useFakeTimers();
  const silence = Promise.withResolvers<void>();
  async function* arriving() {
    yield new Uint8Array(1);
    await silence.promise;
    yield new Uint8Array(1);
  }
  const reading = Array.fromAsync(atMinimumRate(arriving(), { tooSlow: () => new Error("too slow") }));
  const failed = expect(reading).rejects.toThrow("too slow");
  await vi.advanceTimersByTimeAsync(11_000);
  await failed;
  silence.resolve();
});
