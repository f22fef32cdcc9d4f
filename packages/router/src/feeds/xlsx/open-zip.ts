import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { brokenXlsx, tooLarge } from "../feed-errors.ts";
import type { Spool } from "../spool.ts";

/** A workbook has some dozens. */
const MOST_PARTS = 10_000;
const PIECE = 1 << 16;

class SpoolReader extends RandomAccessReader {
  readonly #spool: Spool;

  constructor(spool: Spool) {
    super();
    this.#spool = spool;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const spool = this.#spool;
    async function* pieces() {
      for (let at = start; at < end; at += PIECE) yield await spool.read(at, Math.min(PIECE, end - at));
    }
    return Readable.from(pieces(), { objectMode: false });
  }
}

/** How many bytes may still be unpacked. */
export interface Budget {
  left: number;
}

/** The parts of a ZIP file by name. */
export interface Zip {
  limit: number;
  has(name: string): boolean;
  /** A part's bytes, unpacked and held against their checksum. @throws PayloadTooLarge beyond the budget, UnrecognisedFeed */
  read(name: string, budget: Budget): AsyncGenerator<Uint8Array>;
}

async function* readEntry(zip: ZipFile, entry: Entry, budget: Budget, limit: number): AsyncGenerator<Uint8Array> {
  if (entry.uncompressedSize > budget.left) throw tooLarge(limit);
  const stream = await zip.openReadStreamPromise(entry);
  let sum = 0;
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      budget.left -= piece.length;
      if (budget.left < 0) throw tooLarge(limit);
      sum = crc32(piece, sum);
      yield piece;
    }
  } finally {
    stream.destroy();
  }
  if (sum !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} is wrong`);
}

/** @throws UnrecognisedFeed */
export async function openZip(spool: Spool): Promise<Zip> {
  const entries = new Map<string, Entry>();
  try {
    const options = { lazyEntries: true, autoClose: false };
    const zip = await fromRandomAccessReaderPromise(new SpoolReader(spool), spool.size, options);
    if (zip.entryCount > MOST_PARTS) throw new Error("it has too many parts");
    for await (const entry of zip.eachEntry()) {
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
    }
    return {
      limit: spool.limit,
      has: (name) => entries.has(name),
      async *read(name, budget) {
        const entry = entries.get(name);
        try {
          if (!entry) throw new Error(`it has no part ${name}`);
          yield* readEntry(zip, entry, budget, spool.limit);
        } catch (error) {
          throw brokenXlsx(error);
        }
      },
    };
  } catch (error) {
    throw brokenXlsx(error);
  }
}
