import type { Item } from "../inventory.schema.ts";

/** The seed of the hashes of one store. */
export type Seed = readonly [number, number];

/** 64 bits in two halves. The next hash overwrites them. */
export type Hash = Int32Array;

const hash: Hash = new Int32Array(2);
/** A barcode has at most 64 characters of at most three bytes. Four bytes count as two characters. */
const words = new Int32Array(64);

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function avalanche(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Half of MurmurHash3 (x86, 128 bits) over the first `count` words. */
function hashWords(count: number, length: number, seed: Seed): Hash {
  let [a, b] = seed;
  for (let at = 0; at < count; at++) {
    const word = words[at] as number;
    a ^= Math.imul(rotate(Math.imul(word, 0x239b961b), 15), 0xab0e9789);
    a = (Math.imul((rotate(a, 19) + b) | 0, 5) + 0x561ccd1b) | 0;
    b ^= Math.imul(rotate(Math.imul(word, 0x38b34ae5), 16), 0xa1e38b93);
    b = (Math.imul((rotate(b, 17) + a) | 0, 5) + 0x0bcaa747) | 0;
  }
  a = avalanche(((a ^ length) + (b ^ length)) | 0);
  b = avalanche(((b ^ length) + a) | 0);
  hash[0] = (a + b) | 0;
  // All zeros means that there is no hash.
  hash[1] = (b + (hash[0] as number)) | 0 || 1;
  return hash;
}

/** Hashes the bytes of an item key. */
export function hashKey(bytes: Uint8Array, start: number, end: number, seed: Seed): Hash {
  let count = 0;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    words[count++] =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
  }
  let rest = 0;
  for (let shift = 0; at < end; shift += 8) rest |= (bytes[at++] as number) << shift;
  words[count++] = rest;
  return hashWords(count, end - start, seed);
}

const HIGH = 2 ** 32;
const conditionNumbers: Record<Item["condition"], number> = { new: 0, refurbished: 1, used: 2 };

/** Hashes the values of an item: integers as in a `FeedLine`, the three letters of the currency, and the condition. */
export function hashState(
  pence: number,
  thousandths: number,
  currency: string,
  condition: Item["condition"],
  seed: Seed,
): Hash {
  words[0] = pence;
  words[1] = Math.floor(pence / HIGH);
  words[2] = thousandths;
  words[3] = Math.floor(thousandths / HIGH);
  words[4] = currency.charCodeAt(0) | (currency.charCodeAt(1) << 8) | (currency.charCodeAt(2) << 16);
  words[5] = conditionNumbers[condition];
  return hashWords(6, 24, seed);
}
