import type { SqlTx } from "@highstreet/db";
import { readCopy } from "../../kernel/copy.ts";
import { type ItemState, StockDigest } from "./stock-digest.ts";
import type { Seed } from "./stock-hash.ts";
import type { StoreIds } from "./stored-digest.ts";

const [TAB, BACKSLASH, MINUS, DOT, TRUE] = [9, 92, 45, 46, 116] as const;
const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The key of an item where it has characters that COPY spells with a backslash; undefined: it has none. */
function unescaped(bytes: Buffer, start: number, end: number): Buffer | undefined {
  let at = start;
  while (at < end && bytes[at] !== BACKSLASH) at++;
  if (at === end) return undefined;
  const text = bytes.toString("utf8", start, end);
  return Buffer.from(text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter));
}

/** COPY's text of some of a store's columns, its key the first. COPY takes no parameters: the ids are UUIDs of the database. */
const itemRows = (columns: string, { retailerId, storeId }: StoreIds): string =>
  `SELECT item_key${columns} FROM stock_item WHERE retailer_id = '${retailerId}' AND store_id = '${storeId}'`;

/** Tells of the key of each item of a store. */
export async function readItemKeys(
  tx: SqlTx,
  store: StoreIds,
  take: (key: Uint8Array, start: number, end: number) => void,
): Promise<void> {
  await readCopy(tx, itemRows("", store), (bytes, start, end) => {
    const key = unescaped(bytes, start, end);
    if (key) take(key, 0, key.length);
    else take(bytes, start, end);
  });
}

/** A row's fields, read one after the other. */
class Fields {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  open(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where the field that begins here ends; the next begins behind that. */
  skip(): number {
    const end = this.#bytes.indexOf(TAB, this.#at);
    this.#at = end + 1;
    return end;
  }

  /** A decimal's digits, as an integer. */
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

/**
 * Builds the digest of a store from its items. The caller holds the store's lock, or reads as of one moment.
 * @param expected entries that there is room for
 * @param seed of the digest that it is to be compared with; another is taken where two items have one hash by it
 */
export async function buildDigest(tx: SqlTx, store: StoreIds, expected: number, seed?: Seed): Promise<StockDigest> {
  const digest = new StockDigest(expected, seed);
  const fields = new Fields();
  const state: ItemState = { pence: 0, thousandths: 0, currency: "", condition: "", zeros: 0 };
  let isUnambiguous = true;
  const columns = ", price, quantity, currency, condition, length(barcode) - length(item_key), named_at IS NOT NULL";
  await readCopy(tx, itemRows(columns, store), (bytes, start) => {
    fields.open(bytes, start);
    const end = fields.skip();
    state.pence = fields.integer();
    state.thousandths = fields.integer();
    state.currency = fields.word();
    state.condition = fields.word();
    state.zeros = fields.integer();
    const key = unescaped(bytes, start, end);
    const isAdded = key
      ? digest.add(key, 0, key.length, state, fields.flag())
      : digest.add(bytes, start, end, state, fields.flag());
    if (!isAdded) isUnambiguous = false;
  });
  return isUnambiguous ? digest : buildDigest(tx, store, expected);
}
