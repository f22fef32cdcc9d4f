import type { SqlTx } from "@highstreet/db";
import { copyOf, copyTo } from "../../kernel/copy.ts";
import { ENTRY, StockDigest } from "./stock-digest.ts";

export interface StoreIds {
  retailerId: string;
  storeId: string;
}

/** What stands before the entries: the seed, two 32-bit integers, little end first. */
const HEADER = 8;
/** What stands before that in COPY's binary format: of the file, and of a row of one field. */
const BEFORE = 19 + 2 + 4;

const findDigest = `
  SELECT length(digest) AS length FROM stock_digest WHERE retailer_id = $1 AND store_id = $2 AND stock_version = $3`;

/** By COPY, which sends bytes as they are. It takes no parameters: the ids are UUIDs of the database. */
const digestOf = ({ retailerId, storeId }: StoreIds): string =>
  `SELECT digest FROM stock_digest WHERE retailer_id = '${retailerId}' AND store_id = '${storeId}'`;

/**
 * Reads the digest that is kept of a store, if it is of this version of its stock.
 * @param version the store's `stock_version` @param room for so many entries at least
 */
export async function readDigest(
  tx: SqlTx,
  store: StoreIds,
  version: number,
  room = 0,
): Promise<StockDigest | undefined> {
  const [found] = await tx.query<{ length: number }>(findDigest, [store.retailerId, store.storeId, version]);
  if (!found) return undefined;
  const count = (found.length - HEADER) / ENTRY;
  let digest: StockDigest | undefined;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of copyOf(tx, digestOf(store), "binary")) {
    let bytes = rest.length ? Buffer.concat([rest, piece]) : piece;
    if (!digest && bytes.length >= BEFORE + HEADER) {
      digest = new StockDigest(Math.max(count, room), [bytes.readInt32LE(BEFORE), bytes.readInt32LE(BEFORE + 4)]);
      bytes = bytes.subarray(BEFORE + HEADER);
    }
    // What comes behind the last entry is less than one.
    const whole = digest ? bytes.length - (bytes.length % ENTRY) : 0;
    digest?.load(bytes.subarray(0, whole));
    rest = bytes.subarray(whole);
  }
  if (digest?.count !== count) throw new Error(`the digest of store ${store.storeId} is broken`);
  return digest;
}

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

/** One row in COPY's binary format, whose last field is long and comes in pieces. */
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

/** Keeps a digest in place of the one before it. @param version the store's `stock_version` as of which it is */
export async function writeDigest(tx: SqlTx, store: StoreIds, version: number, digest: StockDigest): Promise<void> {
  await dropDigest(tx, store);
  const row = digestRow(store, version, digest);
  await copyTo(tx, "stock_digest (retailer_id, store_id, stock_version, digest)", row, "binary");
}

async function dropDigest(tx: SqlTx, { retailerId, storeId }: StoreIds): Promise<void> {
  await tx.query("DELETE FROM stock_digest WHERE retailer_id = $1 AND store_id = $2", [retailerId, storeId]);
}
