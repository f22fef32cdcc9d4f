import { randomInt } from "node:crypto";
import { DomainError } from "../../../kernel/errors.ts";
import type { Item } from "../inventory.schema.ts";
import { hashKey, hashState, type Seed } from "./stock-hash.ts";

/** Bytes of a stored entry: 64 bits for the hash of the key, 64 bits for the state. */
export const ENTRY = 16;
const KEPT_WORDS = ENTRY / 4;
/** In memory, each entry has a fifth word: the last line of this feed that named it. */
const WORDS = KEPT_WORDS + 1;

/** Layout of the fifth word. Bits 7 and up: line number. Bit 6: in stock before the feed. Bits 0 to 5: leading zeros. */
const LINE = 7;
const WAS_IN_STOCK = 0x40;
/** Replaces the zeros if only rejected lines have named the item. */
const SEEN = 0x3f;

/** Layout of the second word of a state: two flags, the leading zeros of the barcode (6 bits), and 24 of 56 bits of hash. */
const ABSENT = 1;
const IN_STOCK = 2;
const ZEROS = 0xfc;
const HASH = ~0xff;

/** The values of an item that a feed can change. Integers as in a `FeedLine`. */
export interface ItemState {
  pence: number;
  thousandths: number;
  currency: string;
  condition: Item["condition"];
  /** Number of leading zeros of the barcode that the key does not have. */
  zeros: number;
}

/** A line compared with its item and with the lines before it. */
export interface Named {
  /** The line differs from the item, so the database must compare them. */
  differs: boolean;
  /** The largest number of leading zeros that the barcode of the item ever had. */
  zeros: number;
  /** The last feed left the item out. */
  wasAbsent: boolean;
  /** The earlier valid line of this feed for the item. 0: there is none. -1: only a rejected line named the item. */
  superseded: number;
  supersededZeros: number;
  supersededInStock: boolean;
}

/** The table grows above this fill level. */
const FULL = 0.8;

/** Maximum number of different items of a store. It bounds the memory, and no shop has as many. */
const MOST_ITEMS = 5_000_000;
/** The largest line number that fits into its bits. */
const MOST_LINES = 2 ** 25 - 1;

const tooMany = (most: number, what: string): DomainError =>
  new DomainError("PayloadTooLarge", `A store takes at most ${most.toLocaleString("en")} ${what}.`);

/** A random seed of 64 bits. */
const newSeed = (): Seed => [randomInt(2 ** 32) | 0, randomInt(2 ** 32) | 0];

/**
 * The items of a store as hashes, 16 bytes each. It finds the lines of a feed that change an item, the lines for the same item, and
 * the items that the feed leaves out. The table uses open addressing and is ordered by hash.
 *
 * In a store with a million items, two items share a hash once in about 37 million stores. Their lines then count as lines of one
 * item. No wrong value is written, because the database compares keys. The next build of the digest finds the collision (`add`
 * returns false) and takes another seed. A change that keeps the hash of a state is missed, once in 2^56 changes.
 */
export class StockDigest {
  readonly seed: Seed;
  count = 0;
  /** The shift that turns a hash into a position. */
  #shift: number;
  #table: Int32Array;
  /** Number of entries that are not left out, that are left out and in stock, and that this feed has named. */
  #present = 0;
  #absentInStock = 0;
  #namedEntries = 0;
  /** Number of items that this feed takes out of stock, and brings into stock. */
  emptied = 0;
  filled = 0;
  readonly #named: Named = {
    ...{ differs: false, zeros: 0, wasAbsent: false },
    ...{ superseded: 0, supersededZeros: 0, supersededInStock: false },
  };

  /** @param expected number of entries to reserve */
  constructor(expected = 0, seed = newSeed()) {
    this.seed = seed;
    const bits = Math.max(6, Math.ceil(Math.log2(expected / FULL + 1)));
    this.#shift = 32 - bits;
    this.#table = new Int32Array(WORDS << bits);
  }

  /** Adds entries from `pieces`. */
  load(bytes: Uint8Array): void {
    const entries = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let from = 0; from < bytes.length; from += ENTRY) {
      this.#reserve();
      const at = this.#find(entries.getInt32(from, true), entries.getInt32(from + 4, true));
      for (let word = 0; word < KEPT_WORDS; word++) this.#table[at + word] = entries.getInt32(from + word * 4, true);
      this.#tally(this.#table[at + 3] as number, 1);
      this.count++;
    }
  }

  /** All entries, in pieces of at most 64 KiB. */
  *pieces(): Generator<Uint8Array> {
    let piece = new DataView(new ArrayBuffer(1 << 16));
    let to = 0;
    for (let at = 0; at < this.#table.length; at += WORDS) {
      if (this.#isFree(at)) continue;
      for (let word = 0; word < KEPT_WORDS; word++, to += 4) piece.setInt32(to, this.#table[at + word] as number, true);
      if (to < piece.byteLength) continue;
      yield new Uint8Array(piece.buffer);
      piece = new DataView(new ArrayBuffer(1 << 16));
      to = 0;
    }
    if (to) yield new Uint8Array(piece.buffer, 0, to);
  }

  /** Adds an item of the database. @returns false if another item has the same hash */
  add(key: Uint8Array, start: number, end: number, state: ItemState, isAbsent: boolean): boolean {
    const before = this.count;
    this.put(key, start, end, state, isAbsent);
    return this.count > before;
  }

  /** Adds an item of the database, or replaces its state. */
  put(key: Uint8Array, start: number, end: number, state: ItemState, isAbsent: boolean): void {
    this.#reserve();
    const hash = hashKey(key, start, end, this.seed);
    const at = this.#find(hash[0] as number, hash[1] as number);
    if (this.#isFree(at)) this.#insert(at, hash[0] as number, hash[1] as number);
    else this.#tally(this.#table[at + 3] as number, -1);
    this.#setState(at, state, state.zeros);
    if (isAbsent) this.#setAbsent(at, (this.#table[at + 3] as number) & IN_STOCK);
    this.#tally(this.#table[at + 3] as number, 1);
  }

  /**
   * Applies a valid line to its item.
   * @param line line number from 1
   * @returns an object that the next call overwrites
   * @throws PayloadTooLarge from 2^25 lines, and above five million items
   */
  name(key: Uint8Array, start: number, end: number, line: number, state: ItemState): Named {
    if (line > MOST_LINES) throw tooMany(MOST_LINES, "lines in one feed");
    this.#reserve();
    const hash = hashKey(key, start, end, this.seed);
    const [low, high] = [hash[0] as number, hash[1] as number];
    const at = this.#find(low, high);
    const table = this.#table;
    const named = this.#named;
    const isNew = this.#isFree(at);
    const [first, second, before] = [table[at + 2] as number, table[at + 3] as number, table[at + 4] as number];
    if (isNew) this.#insert(at, low, high);
    else this.#tally(second, -1);
    const isAgain = before !== 0;
    if (!isAgain) this.#namedEntries++;
    named.zeros = Math.max(state.zeros, (second & ZEROS) >> 2);
    this.#setState(at, state, named.zeros);
    this.#tally(table[at + 3] as number, 1);
    named.differs = isNew || first !== table[at + 2] || second !== table[at + 3];
    named.wasAbsent = (second & ABSENT) !== 0;
    named.superseded = isAgain ? before >>> LINE || -1 : 0;
    named.supersededZeros = before & SEEN;
    named.supersededInStock = (second & IN_STOCK) !== 0;
    const wasInStock = isAgain ? (before & WAS_IN_STOCK) !== 0 : named.supersededInStock;
    if (isAgain) this.#move(wasInStock, named.supersededInStock, -1);
    this.#move(wasInStock, state.thousandths > 0, 1);
    table[at + 4] = (line << LINE) | (wasInStock ? WAS_IN_STOCK : 0) | state.zeros;
    return named;
  }

  #move(wasInStock: boolean, isInStock: boolean, by: 1 | -1): void {
    if (wasInStock && !isInStock) this.emptied += by;
    if (!wasInStock && isInStock) this.filled += by;
  }

  /** Marks the item of a rejected line as named. @returns whether the last feed left the item out */
  see(key: Uint8Array, start: number, end: number): boolean {
    const at = this.#placeOf(key, start, end);
    if (this.#isFree(at)) return false;
    const state = this.#table[at + 3] as number;
    if (this.#table[at + 4] === 0) {
      this.#table[at + 4] = SEEN | ((state & IN_STOCK) !== 0 ? WAS_IN_STOCK : 0);
      this.#namedEntries++;
    }
    if ((state & ABSENT) === 0) return false;
    // The digest no longer has the values of the item, so the next line for it differs.
    this.#table[at + 3] = state & ~ABSENT;
    this.#tally(state, -1);
    this.#tally(state & ~ABSENT, 1);
    return true;
  }

  /** Number of items that this feed newly leaves out. With `empties`, plus the items left out before that are in stock. */
  countLeftOut(empties: boolean): number {
    return this.#present - this.#namedEntries + (empties ? this.#absentInStock : 0);
  }

  /**
   * Marks an item of the store as left out if no line has named it. Call it after all lines.
   * @param empties whether such an item goes out of stock
   * @returns undefined if the item does not change
   */
  leaveOut(key: Uint8Array, start: number, end: number, empties: boolean): { goesOutOfStock: boolean } | undefined {
    const at = this.#placeOf(key, start, end);
    if (this.#isFree(at) || this.#table[at + 4] !== 0) return undefined;
    const state = this.#table[at + 3] as number;
    const goesOutOfStock = empties && (state & IN_STOCK) !== 0;
    if ((state & ABSENT) !== 0 && !goesOutOfStock) return undefined;
    this.#setAbsent(at, goesOutOfStock ? 0 : state & IN_STOCK);
    if (goesOutOfStock) this.emptied++;
    return { goesOutOfStock };
  }

  /** Number of entries that are missing or different in the other digest. Counts all entries if the seeds differ. */
  differencesTo(other: StockDigest): number {
    let same = 0;
    if (this.seed.join() !== other.seed.join()) return this.count + other.count;
    for (let at = 0; at < this.#table.length; at += WORDS) {
      if (this.#isFree(at)) continue;
      const there = other.#find(this.#table[at] as number, this.#table[at + 1] as number);
      if (!other.#isFree(there) && isAlike(this.#table, at, other.#table, there)) same++;
    }
    return this.count - same + (other.count - same);
  }

  /** A free position is all zeros, so no hash is all zeros. */
  #isFree(at: number): boolean {
    return this.#table[at] === 0 && this.#table[at + 1] === 0;
  }

  /** The position of a hash in the table, or the free position for it. */
  #find(low: number, high: number): number {
    const table = this.#table;
    let at = (low >>> this.#shift) * WORDS;
    for (;;) {
      const word = table[at];
      if ((word === low && table[at + 1] === high) || (word === 0 && table[at + 1] === 0)) return at;
      at += WORDS;
      if (at === table.length) at = 0;
    }
  }

  #placeOf(key: Uint8Array, start: number, end: number): number {
    const hash = hashKey(key, start, end, this.seed);
    return this.#find(hash[0] as number, hash[1] as number);
  }

  #insert(at: number, low: number, high: number): void {
    if (this.count >= MOST_ITEMS) throw tooMany(MOST_ITEMS, "different items");
    this.#table[at] = low;
    this.#table[at + 1] = high;
    this.count++;
  }

  #setState(at: number, { pence, thousandths, currency, condition }: ItemState, zeros: number): void {
    const hash = hashState(pence, thousandths, currency, condition, this.seed);
    this.#table[at + 2] = hash[0] as number;
    this.#table[at + 3] = ((hash[1] as number) & HASH) | (zeros << 2) | (thousandths > 0 ? IN_STOCK : 0);
  }

  /** Keeps only the flags and the zeros, so the next line for the item always differs. */
  #setAbsent(at: number, inStock: number): void {
    this.#table[at + 2] = 0;
    this.#table[at + 3] = ((this.#table[at + 3] as number) & ZEROS) | inStock | ABSENT;
  }

  /** Adds a state to the counts, or removes it. */
  #tally(state: number, by: 1 | -1): void {
    if ((state & ABSENT) === 0) this.#present += by;
    else if ((state & IN_STOCK) !== 0) this.#absentInStock += by;
  }

  /** Makes room for one more entry. */
  #reserve(): void {
    if (this.count + 1 <= (this.#table.length / WORDS) * FULL) return;
    const table = this.#table;
    this.#shift--;
    this.#table = new Int32Array(table.length * 2);
    for (let from = 0; from < table.length; from += WORDS) {
      if (table[from] === 0 && table[from + 1] === 0) continue;
      const to = this.#find(table[from] as number, table[from + 1] as number);
      for (let word = 0; word < WORDS; word++) this.#table[to + word] = table[from + word] as number;
    }
  }
}

/** Whether two states are equal. Compares the hashes only if both are known. */
function isAlike(a: Int32Array, at: number, b: Int32Array, bt: number): boolean {
  const [second, other] = [a[at + 3] as number, b[bt + 3] as number];
  const isKnown = (first: number | undefined, flags: number) => first !== 0 || (flags & (HASH | ABSENT)) !== 0;
  if (isKnown(a[at + 2], second) && isKnown(b[bt + 2], other)) return a[at + 2] === b[bt + 2] && second === other;
  return ((second ^ other) & (ZEROS | IN_STOCK | ABSENT)) === 0;
}
