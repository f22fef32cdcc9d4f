import type { PgTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { copyOf, copyTo, readCopy } from "../../../kernel/copy.ts";
import {
  deleteDigestSql,
  digestColumns,
  digestLengthSql,
  digestQuery,
  itemKeysQuery,
  itemStatesQuery,
} from "../stock.sql.ts";
import { forgetWrittenSql, writtenStatesQuery } from "../stock-written.sql.ts";
import { ENTRY, type ItemState, StockDigest } from "./stock-digest.ts";
import type { Seed } from "./stock-hash.ts";

/** Bytes before the entries: the seed, two 32-bit integers in little-endian order. */
const HEADER = 8;
/** Bytes of COPY's binary format before the header: of the file, and of a row with one field. */
const BEFORE = 19 + 2 + 4;

/**
 * Reads the digest of a store, with the items that PATCHes have written since; undefined if there is none for this version of the stock.
 * @param version the store's `stock_version` @param room minimum capacity of the digest, in entries
 */
export async function readDigest(
  tx: PgTx,
  store: StoreIds,
  version: number,
  room = 0,
): Promise<StockDigest | undefined> {
  const [found] = await tx.query<{ length: number }>(digestLengthSql, [store.retailerId, store.storeId, version]);
  if (!found) return undefined;
  const count = (found.length - HEADER) / ENTRY;
  let digest: StockDigest | undefined;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of copyOf(tx, digestQuery(store), "binary")) {
    let bytes = rest.length ? Buffer.concat([rest, piece]) : piece;
    if (!digest && bytes.length >= BEFORE + HEADER) {
      digest = new StockDigest(Math.max(count, room), [bytes.readInt32LE(BEFORE), bytes.readInt32LE(BEFORE + 4)]);
      bytes = bytes.subarray(BEFORE + HEADER);
    }
    // The bytes after the last entry are fewer than one entry.
    const whole = digest ? bytes.length - (bytes.length % ENTRY) : 0;
    digest?.load(bytes.subarray(0, whole));
    rest = bytes.subarray(whole);
  }
  if (digest?.count !== count) throw new Error(`the digest of store ${store.storeId} is broken`);
  await readStates(tx, writtenStatesQuery(store), (...item) => digest.put(...item));
  return digest;
}

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

/** One row in COPY's binary format. Its last field is long, so it comes in pieces. */
function* digestRow({ retailerId, storeId }: StoreIds, version: number, digest: StockDigest): Generator<Uint8Array> {
  const field = (bytes: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(version));
  const start = Buffer.alloc(4 + HEADER);
  start.writeInt32BE(HEADER + digest.count * ENTRY);
  start.writeInt32LE(digest.seed[0], 4);
  start.writeInt32LE(digest.seed[1], 8);
  const ids = [field(uuidBytes(retailerId)), field(uuidBytes(storeId)), field(number)];
  yield Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0\0\x04", "latin1"), ...ids, start]);
  yield* digest.pieces();
  yield Buffer.from([0xff, 0xff]);
}

/** Replaces the stored digest of a store. @param version the `stock_version` that the digest belongs to */
export async function writeDigest(tx: PgTx, store: StoreIds, version: number, digest: StockDigest): Promise<void> {
  await tx.query(deleteDigestSql, [store.retailerId, store.storeId]);
  await tx.query(forgetWrittenSql, [store.retailerId, store.storeId]);
  await copyTo(tx, digestColumns, digestRow(store, version, digest), "binary");
}

const [TAB, BACKSLASH, MINUS, DOT, TRUE] = [9, 92, 45, 46, 116] as const;
const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The key of an item without the escapes of COPY; undefined: the key has no escapes. */
function unescaped(bytes: Buffer, start: number, end: number): Buffer | undefined {
  let at = start;
  while (at < end && bytes[at] !== BACKSLASH) at++;
  if (at === end) return undefined;
  const text = bytes.toString("utf8", start, end);
  return Buffer.from(text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter));
}

/** Reads the keys of all items of a store. @param take called with each key. It must not keep the bytes of the key */
export async function readItemKeys(
  tx: PgTx,
  store: StoreIds,
  take: (key: Uint8Array, start: number, end: number) => void,
): Promise<void> {
  await readCopy(tx, itemKeysQuery(store), (bytes, start, end) => {
    const key = unescaped(bytes, start, end);
    if (key) take(key, 0, key.length);
    else take(bytes, start, end);
  });
}

/** Reads the fields of a row of COPY text one after the other. */
class Fields {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  open(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Skips a field. @returns its end */
  skip(): number {
    const end = this.#bytes.indexOf(TAB, this.#at);
    this.#at = end + 1;
    return end;
  }

  /** The digits of a decimal as an integer. */
  integer(): number {
    let value = 0;
    const isNegative = this.#bytes[this.#at] === MINUS;
    if (isNegative) this.#at++;
    for (let byte = this.#bytes[this.#at++]; byte !== TAB; byte = this.#bytes[this.#at++]) {
      if (byte !== DOT) value = value * 10 + ((byte as number) - 48);
    }
    return isNegative ? -value : value;
  }

  word(): string {
    const start = this.#at;
    return this.#bytes.toString("latin1", start, this.skip());
  }

  flag(): boolean {
    return this.#bytes[this.#at] === TRUE;
  }
}

/** Reads the states of items. @param take must not keep the bytes of the key or the state */
async function readStates(
  tx: PgTx,
  query: string,
  take: (...item: Parameters<StockDigest["put"]>) => void,
): Promise<void> {
  const fields = new Fields();
  const state: ItemState = { pence: 0, thousandths: 0, currency: "", condition: "new", zeros: 0 };
  await readCopy(tx, query, (bytes, start) => {
    fields.open(bytes, start);
    const end = fields.skip();
    state.pence = fields.integer();
    state.thousandths = fields.integer();
    state.currency = fields.word();
    state.condition = fields.word() as ItemState["condition"];
    state.zeros = fields.integer();
    const key = unescaped(bytes, start, end);
    if (key) take(key, 0, key.length, state, fields.flag());
    else take(bytes, start, end, state, fields.flag());
  });
}

/**
 * Builds the digest of a store from its items. The caller holds the lock of the store, or reads all rows as of one moment.
 * @param expected number of entries to reserve
 * @param seed the seed of a digest to compare with. Two items with one hash make this function take another seed.
 */
export async function buildDigest(tx: PgTx, store: StoreIds, expected: number, seed?: Seed): Promise<StockDigest> {
  const digest = new StockDigest(expected, seed);
  let isUnambiguous = true;
  await readStates(tx, itemStatesQuery(store), (...item) => {
    if (!digest.add(...item)) isUnambiguous = false;
  });
  return isUnambiguous ? digest : buildDigest(tx, store, expected);
}
