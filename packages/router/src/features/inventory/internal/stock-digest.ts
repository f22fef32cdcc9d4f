import { randomInt } from "node:crypto";
import { DomainError } from "../../../kernel/errors.ts";
import { hashKey, hashState, type Seed } from "./stock-hash.ts";

/** Bytes of an entry as it is kept: 64 bits of its key's hash, 64 of its state. */
export const ENTRY = 16;
const KEPT_WORDS = ENTRY / 4;
/** In the table, a fifth word says which line of this feed named the entry last. */
const WORDS = KEPT_WORDS + 1;

/** In that: the number of a valid line, whether the item was in stock before the feed, and the zeros of the line's barcode (6 bits). */
const LINE = 7;
const WAS_IN_STOCK = 0x40;
/** In place of the zeros where a rejected line has named the item, and no valid one. */
const SEEN = 0x3f;

/** In the second word of a state: two flags, the zeros that the barcode leads with (6 bits), and 24 of 56 bits of hash. */
const ABSENT = 1;
const IN_STOCK = 2;
const ZEROS = 0xfc;
const HASH = ~0xff;

/** What an item is, as far as a feed can say: integers as in a `FeedLine`. */
export interface ItemState {
  pence: number;
  thousandths: number;
  currency: string;
  condition: string;
  /** The zeros that its barcode leads with and its key has not. */
  zeros: number;
}

/** What a line is to the lines and items before it. */
export interface Named {
  /** The item is not what the line says, so the database needs to see it. */
  differs: boolean;
  /** The most zeros that the item's barcode ever came with. */
  zeros: number;
  /** The item was left out until now. */
  wasAbsent: boolean;
  /** The valid line of this feed whose place it takes; 0: none; -1: none, but a rejected line named the item. */
  superseded: number;
  supersededZeros: number;
  supersededInStock: boolean;
}

/** A table that is fuller than this grows. */
const FULL = 0.8;

/** Different items of a store: memory follows them, not the bytes of a file. No shop has as many. */
const MOST_ITEMS = 5_000_000;
/** What a line's number has room for. */
const MOST_LINES = 2 ** 25 - 1;

const tooMany = (most: number, what: string): DomainError =>
  new DomainError("PayloadTooLarge", `A store takes at most ${most.toLocaleString("en")} ${what}.`);

/** A random seed of 64 bits. */
const newSeed = (): Seed => [randomInt(2 ** 32) | 0, randomInt(2 ** 32) | 0];

/**
 * A store's items as hashes, 16 bytes each: tells which lines of a feed change something, which of them are about one item,
 * and which items are left out. An open-addressing table, ordered by hash.
 *
 * Two items of a store of a million share a hash once in some 37 million stores. Lines of the two then count as lines of one,
 * but nothing of one is written to the other: the database compares keys. Building the digest anew finds it (`add` says
 * no) and takes another seed. That a change keeps the hash of a state and is missed happens once in 2^56 changes.
 */
export class StockDigest {
  readonly seed: Seed;
  count = 0;
  /** How far a hash is shifted to give a place. */
  #shift: number;
  #table: Int32Array;
  /** Entries that are not left out, those that are and are in stock, and those that this feed has named. */
  #present = 0;
  #absentInStock = 0;
  #namedEntries = 0;
  /** Items that this feed takes out of stock, and brings into it. */
  emptied = 0;
  filled = 0;
  readonly #named: Named = {
    ...{ differs: false, zeros: 0, wasAbsent: false },
    ...{ superseded: 0, supersededZeros: 0, supersededInStock: false },
  };

  /** @param expected entries that there is room for from the beginning */
  constructor(expected = 0, seed = newSeed()) {
    this.seed = seed;
    const bits = Math.max(6, Math.ceil(Math.log2(expected / FULL + 1)));
    this.#shift = 32 - bits;
    this.#table = new Int32Array(WORDS << bits);
  }

  /** Adds entries as `pieces` gave them. */
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

  /** Adds an item as it is in the database. @returns whether no other has its hash */
  add(key: Uint8Array, start: number, end: number, state: ItemState, isAbsent: boolean): boolean {
    this.#reserve();
    const hash = hashKey(key, start, end, this.seed);
    const at = this.#find(hash[0] as number, hash[1] as number);
    if (!this.#isFree(at)) return false;
    this.#insert(at, hash[0] as number, hash[1] as number);
    this.#setState(at, state, state.zeros);
    if (isAbsent) this.#setAbsent(at, (this.#table[at + 3] as number) & IN_STOCK);
    this.#tally(this.#table[at + 3] as number, 1);
    return true;
  }

  /**
   * Takes a valid line: its item is from now on as it says.
   * @param line its number, from 1 on
   * @returns an object that the next call writes over
   * @throws PayloadTooLarge from 2^25 lines on, and beyond five million items
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

  /** Takes a rejected line whose barcode could be read. @returns whether its item was left out until now */
  see(key: Uint8Array, start: number, end: number): boolean {
    const at = this.#placeOf(key, start, end);
    if (this.#isFree(at)) return false;
    const state = this.#table[at + 3] as number;
    if (this.#table[at + 4] === 0) {
      this.#table[at + 4] = SEEN | ((state & IN_STOCK) !== 0 ? WAS_IN_STOCK : 0);
      this.#namedEntries++;
    }
    if ((state & ABSENT) === 0) return false;
    // What it is nobody here knows: the next line that names it differs.
    this.#table[at + 3] = state & ~ABSENT;
    this.#tally(state, -1);
    this.#tally(state & ~ABSENT, 1);
    return true;
  }

  /** How many items no line named that are not yet known to be left out, or with `empties` are in stock. */
  countLeftOut(empties: boolean): number {
    return this.#present - this.#namedEntries + (empties ? this.#absentInStock : 0);
  }

  /**
   * Takes an item of the store, when all lines were taken: it is from now on left out, if no line named it.
   * @param empties it goes out of stock then
   * @returns undefined: it stays as it is
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

  /** How many entries of either are not, or are others, in the other; all, where their seeds differ. */
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

  /** A free place is all zeros, which is therefore no hash. */
  #isFree(at: number): boolean {
    return this.#table[at] === 0 && this.#table[at + 1] === 0;
  }

  /** Where the entry of a hash is in the table; one that is not there would be there. */
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

  /** Nothing is kept of what it is but its flag and zeros, so a line that names it always differs. */
  #setAbsent(at: number, inStock: number): void {
    this.#table[at + 2] = 0;
    this.#table[at + 3] = ((this.#table[at + 3] as number) & ZEROS) | inStock | ABSENT;
  }

  /** Counts a state in, or out. */
  #tally(state: number, by: 1 | -1): void {
    if ((state & ABSENT) === 0) this.#present += by;
    else if ((state & IN_STOCK) !== 0) this.#absentInStock += by;
  }

  /** Makes room for one more. */
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

/** Whether two states are the same, as far as both are known. */
function isAlike(a: Int32Array, at: number, b: Int32Array, bt: number): boolean {
  const [second, other] = [a[at + 3] as number, b[bt + 3] as number];
  const isKnown = (first: number | undefined, flags: number) => first !== 0 || (flags & (HASH | ABSENT)) !== 0;
  if (isKnown(a[at + 2], second) && isKnown(b[bt + 2], other)) return a[at + 2] === b[bt + 2] && second === other;
  return ((second ^ other) & (ZEROS | IN_STOCK | ABSENT)) === 0;
}
