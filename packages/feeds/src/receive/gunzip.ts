import { Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import { FeedError, packedTwice, tooLarge, unpacksTooFar } from "../feed-error.ts";

export type Pieces = AsyncIterable<Uint8Array>;

export interface UnpackOptions {
  limit: number;
  /** The bytes can end anywhere. */
  partial: boolean;
}

/** Maximum ratio of unpacked to packed size. Text of one repeated line reaches 1,000; stock feeds stay below 30. */
const MAX_TIMES = 100;
/** In bytes. Below this size a file may unpack to any multiple. */
const MIN_CHECKED_BYTES = 1 << 20;

/** @throws FeedTooComplex if the bytes unpack to more than 1 MiB and more than 100 times their packed size */
export function checkRatio(unpacked: number, packed: number): void {
  if (unpacked > MIN_CHECKED_BYTES && unpacked > packed * MAX_TIMES) throw unpacksTooFar(MAX_TIMES);
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* unpack(packed: Pieces, { limit, partial }: UnpackOptions): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({
    chunkSize: 1 << 16,
    finishFlush: partial ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
  });
  let received = 0;
  async function* counted() {
    for await (const piece of packed) {
      received += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  source.once("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let size = 0;
  try {
    for await (const piece of gunzip) {
      size += piece.length;
      if (size > limit) throw tooLarge(limit);
      checkRatio(size, received);
      yield piece;
    }
  } catch (error) {
    const isBroken = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isBroken ? new FeedError("MalformedRequest", `The gzip stream is broken (${error.message}).`) : error;
  } finally {
    source.destroy();
  }
}

async function* withHead(source: Pieces): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const piece of source) {
    if (!head) {
      yield piece;
      continue;
    }
    const bytes: Uint8Array = head.length ? Buffer.concat([head, piece]) : piece;
    head = bytes.length < 2 ? Uint8Array.from(bytes) : undefined;
    if (!head) yield bytes;
  }
  if (head?.length) yield head;
}

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}

/** Unpacks gzip once. @throws PayloadTooLarge, MalformedRequest, FeedTooComplex (ratio), UnrecognisedFeed (gzip within gzip) */
export async function* gunzipped(source: Pieces, options: UnpackOptions): AsyncGenerator<Uint8Array> {
  const pieces = withHead(source)[Symbol.asyncIterator]();
  const head = await pieces.next();
  if (head.done) return;
  const all = startingWith(head.value, pieces);
  if (!isGzip(head.value)) {
    yield* all;
    return;
  }
  let isFirst = true;
  for await (const piece of withHead(unpack(all, options))) {
    if (isFirst && isGzip(piece)) throw packedTwice();
    isFirst = false;
    yield piece;
  }
}
