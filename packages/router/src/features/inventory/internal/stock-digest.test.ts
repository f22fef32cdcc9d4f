import fc from "fast-check";
import { expect, test } from "vitest";
import { type ItemState, StockDigest } from "./stock-digest.ts";
import { hashKey, hashState } from "./stock-hash.ts";

const state = (rest: Partial<ItemState> = {}): ItemState => ({
  ...{ pence: 450, thousandths: 7_000, currency: "GBP", condition: "new", zeros: 0, ...rest },
});
const key = (text: string): [Uint8Array, number, number] => {
  const bytes = new TextEncoder().encode(`..${text}..`);
  return [bytes, 2, bytes.length - 2];
};
const copy = (digest: StockDigest): StockDigest => {
  const again = new StockDigest(0, digest.seed);
  for (const piece of digest.pieces()) again.load(piece);
  return again;
};

test("a line differs from its item if price, quantity, currency or condition differs, or if its barcode is longer", () => {
  const digest = new StockDigest();
  digest.add(...key("5012345678900"), state({ zeros: 1 }), false);
  const differs = (line: Partial<ItemState>) => copy(digest).name(...key("5012345678900"), 2, state(line)).differs;
  expect(differs({})).toBe(false);
  expect(differs({ zeros: 1 })).toBe(false);
  const others: Partial<ItemState>[] = [
    { pence: 451 },
    { pence: 450 + 2 ** 32 },
    { thousandths: 7_001 },
    { thousandths: -7_000 },
    { thousandths: 7_000 + 2 ** 32 },
    { currency: "EUR" },
    { condition: "used" },
    { zeros: 2 },
  ];
  for (const other of others) {
    expect(differs(other), JSON.stringify(other)).toBe(true);
  }
  expect(digest.name(...key("501234567890"), 3, state()).differs).toBe(true);
});

test("a later line of an item supersedes the earlier line, and the longest barcode stays", () => {
  const digest = new StockDigest();
  expect(digest.name(...key("mug"), 2, state({ zeros: 3 }))).toMatchObject({ superseded: 0, zeros: 3 });
  expect(digest.name(...key("mug"), 5, state({ thousandths: 0 }))).toMatchObject({
    ...{ differs: true, zeros: 3, superseded: 2, supersededZeros: 3, supersededInStock: true },
  });
  expect(digest.name(...key("mug"), 9, state({ thousandths: 0 }))).toMatchObject({
    ...{ differs: false, superseded: 5, supersededZeros: 0, supersededInStock: false },
  });
});

test("a left-out item is found once, and once more to be emptied; a rejected line names its item", () => {
  const digest = new StockDigest();
  for (const name of ["a", "b", "c", "sold out"]) {
    digest.add(...key(name), state({ thousandths: name === "sold out" ? 0 : 1_000 }), false);
  }
  const next = copy(digest);
  next.name(...key("a"), 2, state({ thousandths: 1_000 }));
  expect(next.see(...key("b"))).toBe(false);
  expect(next.countLeftOut(false)).toBe(2);
  expect(["a", "b", "c", "sold out", "never there"].map((name) => next.leaveOut(...key(name), false))).toEqual([
    ...[undefined, undefined, { goesOutOfStock: false }, { goesOutOfStock: false }, undefined],
  ]);
  const third = copy(next);
  third.name(...key("a"), 2, state({ thousandths: 1_000 }));
  third.name(...key("b"), 3, state({ thousandths: 1_000 }));
  expect(third.countLeftOut(false)).toBe(0);
  expect(third.countLeftOut(true)).toBe(1);
  expect(third.leaveOut(...key("c"), true)).toEqual({ goesOutOfStock: true });
  const fourth = copy(third);
  expect(fourth.see(...key("c"))).toBe(true);
  expect(fourth.name(...key("sold out"), 2, state({ thousandths: 0 })).differs).toBe(true);
});

test("equals a map at any size, and after a write and a read", () => {
  const name = fc.oneof(fc.nat(5_000).map(String), fc.string({ minLength: 1, maxLength: 64 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.nat(3)), { maxLength: 2_000, size: "max" }), (lines) => {
      const digest = new StockDigest();
      const map = new Map<string, number>();
      for (const [index, [text, pence]] of lines.entries()) {
        const { differs } = digest.name(...key(text), index + 1, state({ pence }));
        expect(differs).toBe(map.get(text) !== pence);
        map.set(text, pence);
      }
      expect(digest.count).toBe(map.size);
      const again = copy(digest);
      expect(again.differencesTo(digest)).toBe(0);
      for (const [text, pence] of map) expect(again.name(...key(text), 1, state({ pence })).differs).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test("the differences of two digests are counted: missing items and different items", () => {
  const digest = new StockDigest();
  for (const name of ["a", "b", "c"]) digest.add(...key(name), state(), false);
  const other = new StockDigest(0, digest.seed);
  other.add(...key("a"), state(), false);
  other.add(...key("b"), state({ pence: 1 }), false);
  expect(digest.differencesTo(other)).toBe(3);
  expect(other.differencesTo(digest)).toBe(3);
  expect(digest.add(...key("a"), state(), false)).toBe(false);
});

test("hashes of similar barcodes and prices are distributed evenly: all 64 bits are never equal, 32 bits rarely", () => {
  const count = 200_000;
  const halves = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()];
  for (let n = 0; n < count; n++) {
    const bytes = Buffer.from(String(5_000_000_000_000 + n));
    const one = hashKey(bytes, 0, bytes.length, [1, 2]);
    halves[0]?.add(one[0] as number);
    halves[1]?.add(one[1] as number);
    const two = hashState(n % 1_000, Math.floor(n / 1_000), "GBP", "new", [1, 2]);
    halves[2]?.add(two[0] as number);
    halves[3]?.add((two[1] as number) & ~0xff);
  }
  // Of 200,000 out of 2^32, 4.7 pairs are expected; out of 2^24, some 1,190.
  for (const half of halves.slice(0, 3)) expect(count - half.size).toBeLessThan(20);
  expect(count - (halves[3]?.size ?? 0)).toBeLessThan(1_500);
});

test("a feed with too many items or lines is PayloadTooLarge before it takes more memory", () => {
  const digest = new StockDigest();
  const bytes = Buffer.alloc(8);
  const name = (n: number) => digest.name(bytes.fill(String(n).padStart(8, "0")), 0, 8, n, state());
  for (let n = 1; n <= 5_000_000; n++) name(n);
  expect(() => name(5_000_001)).toThrow("at most 5,000,000 different items");
  expect(() => new StockDigest().name(...key("a"), 2 ** 25, state())).toThrow("at most 33,554,431 lines");
});
