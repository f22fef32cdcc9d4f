import { isUtf8 } from "node:buffer";
import type { FeedBytes } from "../../src/feed.ts";
import { FeedError } from "../../src/feed-error.ts";
import type { StockLine } from "../../src/lines/stock-line.ts";
import { readStockHeader, type StockOptions } from "../../src/read-stock.ts";
import { readStockLines } from "../../src/read-stock-lines.ts";
import { keyOf, paid } from "./shelf.ts";
import { hasPrices, numberOfLines, type StockFile } from "./stock-file.ts";

/** What our reader makes of a file. */
export interface Reading {
  /** Why the whole file is refused. */
  refused?: string;
  /** The lines that are taken. */
  taken: StockLine[];
  /** Why lines are rejected. */
  rejected: string[];
  /** Taken, rejected and skipped lines. */
  lines: number;
  /** Numbers of the lines, in the order of the reader. */
  order: number[];
}

const PIECE = 1 << 16;

/** Without a file on the disk, which costs more than the lines of a small file. As with one, each piece replaces the one before. */
function bytesOf(bytes: Buffer): FeedBytes {
  return {
    ...{ size: bytes.length, limit: 64 << 20, isUtf8: isUtf8(bytes), isPartial: false },
    async *bytes() {
      const piece = Buffer.alloc(Math.min(PIECE, bytes.length));
      for (let at = 0; at < bytes.length; at += PIECE) yield piece.subarray(0, bytes.copy(piece, 0, at));
    },
    read: async (position, length) => Buffer.from(bytes.subarray(position, position + length)),
  };
}

/** @throws what the reader throws that is no refusal */
export async function readFile(bytes: Buffer, options: StockOptions): Promise<Reading> {
  const reading: Reading = { taken: [], rejected: [], lines: 0, order: [] };
  try {
    const feed = await readStockHeader(bytesOf(bytes), options);
    await readStockLines(feed, {
      line(line, read) {
        reading.taken.push(read);
        reading.order.push(line);
      },
      rejected(line, { code }) {
        reading.rejected.push(code);
        reading.order.push(line);
      },
      flush() {},
    });
    const skipped = Object.values(feed.skippedLines).reduce((sum, lines) => sum + lines, 0);
    reading.lines = reading.order.length + skipped;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { ...reading, taken: [], refused: error.message };
  }
  return reading;
}

/** What is wrong with a reading. `wrong`: a wrong number or an item that the shop does not have. */
export interface Fault {
  kind: "wrong" | "lost" | "lines";
  what: string;
}

/** An item of the shop as it was read: `price` and `quantity` in thousandths. */
export interface Taken {
  barcode: string;
  price: number | null;
  quantity: number | null;
  currency: string | null;
}

/** Wrong values: an item is read with its true price and quantity, or not at all. */
export function wrongValues({ system, columns, truth }: StockFile, taken: readonly Taken[]): string[] {
  const last = new Map(taken.map((line) => [keyOf(line.barcode), line]));
  return [...last].flatMap(([key, line]) => {
    const item = truth.items.get(key);
    const read = `${line.barcode}: ${line.price} ${line.currency ?? ""} × ${line.quantity}`;
    if (!item) return [`an item that the shop does not have: ${read}`];
    if (truth.never.has(item)) return [`an item without a clear value: ${read}`];
    const price = hasPrices(columns) ? paid(item) : null;
    const isRight =
      line.price === price && line.quantity === item.quantity && (line.currency ?? system.currency) === system.currency;
    return isRight ? [] : [`${read}, not ${price} × ${item.quantity}`];
  });
}

/** Judges a reading without knowledge of the parser. */
export function faultsOf(file: StockFile, reading: Reading): Fault[] {
  const { truth } = file;
  const taken = reading.taken.map(({ barcode, pence, thousandths, currency }) => ({
    ...{ barcode, currency, price: pence === null ? null : pence * 10, quantity: thousandths },
  }));
  const faults = wrongValues(file, taken).map((what): Fault => ({ kind: "wrong", what }));
  const read = new Set(taken.map(({ barcode }) => keyOf(barcode)));
  const lost = [...truth.items].filter(
    ([key, item]) => !read.has(key) && !truth.maybe.has(item) && !truth.never.has(item),
  );
  if (lost.length && !truth.mayLoseAll) {
    faults.push({ kind: "lost", what: `${reading.refused ?? "not read"}: ${lost.map(([key]) => key).join(" ")}` });
  }
  if (reading.refused !== undefined) return faults;
  if (reading.order.some((line, at) => line <= (reading.order[at - 1] ?? 0))) {
    faults.push({ kind: "lines", what: `lines out of order: ${reading.order.join(" ")}` });
  }
  const lines = truth.moreLines === undefined ? undefined : numberOfLines(file) + truth.moreLines;
  if (lines !== undefined && reading.lines !== lines) {
    faults.push({ kind: "lines", what: `${reading.lines} lines are counted, the file has ${lines}` });
  }
  return faults;
}
