import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import type { FeedBytes } from "../feed.ts";
import { brokenZip, notOneFile, tooLarge, workbookTooComplex } from "../feed-error.ts";
import { checkRatio } from "../receive/gunzip.ts";
import { Utf8Check } from "../utf8.ts";

/** A usual workbook has a few dozen. */
const MAX_PARTS = 10_000;
/** Bytes of the names and metadata of the parts, which stay in memory. */
const MAX_DIRECTORY = 4 << 20;
const PIECE = 1 << 16;

class SpoolReader extends RandomAccessReader {
  readonly #spool: FeedBytes;

  constructor(spool: FeedBytes) {
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

export interface Budget {
  left: number;
}

export interface Zip {
  limit: number;
  names: string[];
  isEncrypted: boolean;
  has(name: string): boolean;
  /** In bytes; 0 for a missing part. */
  sizeOf(name: string): number;
  /** Compared with their checksum. @throws PayloadTooLarge beyond the budget, UnrecognisedFeed */
  read(name: string, budget: Budget): AsyncGenerator<Uint8Array>;
}

async function* readEntry(limit: number, zip: ZipFile, entry: Entry, budget: Budget): AsyncGenerator<Uint8Array> {
  if (entry.uncompressedSize > budget.left) throw tooLarge(limit);
  checkRatio(entry.uncompressedSize, entry.compressedSize);
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

/** @throws UnrecognisedFeed, FeedTooComplex */
export async function openZip(spool: FeedBytes): Promise<Zip> {
  const entries = new Map<string, Entry>();
  try {
    const options = { lazyEntries: true, autoClose: false };
    const zip = await fromRandomAccessReaderPromise(new SpoolReader(spool), spool.size, options);
    if (zip.entryCount > MAX_PARTS) throw new Error("it has too many parts");
    let directory = 0;
    for await (const entry of zip.eachEntry()) {
      directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (directory > MAX_DIRECTORY) throw workbookTooComplex("part names that are too long");
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
    }
    return {
      limit: spool.limit,
      names: [...entries.keys()],
      isEncrypted: entries.values().some((entry) => entry.isEncrypted()),
      has: (name) => entries.has(name),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async *read(name, budget) {
        const entry = entries.get(name);
        try {
          if (!entry) throw new Error(`it has no part ${name}`);
          yield* readEntry(spool.limit, zip, entry, budget);
        } catch (error) {
          throw brokenZip(error);
        }
      },
    };
  } catch (error) {
    throw brokenZip(error);
  }
}

const noFile = /\/$|^__MACOSX\/|(?:^|\/)\.[^/]*$/;
const HEAD = 1 << 16;

/**
 * The only file of a ZIP file. It is unpacked once before its header is read, to find its encoding. Each read unpacks it again.
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex (ratio)
 */
export async function zippedFile(zip: Zip): Promise<FeedBytes> {
  const { limit } = zip;
  const files = zip.names.filter((name) => !noFile.test(name));
  const [name = "", ...others] = files;
  if (name === "" || others.length) throw notOneFile(files);
  const bytes = (): AsyncGenerator<Uint8Array> => zip.read(name, { left: limit });
  const utf8 = new Utf8Check();
  const first: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes()) {
    if (size < HEAD) first.push(Uint8Array.from(piece));
    size += piece.length;
    utf8.add(piece);
  }
  const head = Buffer.concat(first);
  return {
    size,
    limit,
    isUtf8: utf8.isUtf8(false),
    isPartial: false,
    bytes,
    // Only the format and the encoding are found by position, both at the head.
    read: async (position, length) => head.subarray(position, position + length),
  };
}
