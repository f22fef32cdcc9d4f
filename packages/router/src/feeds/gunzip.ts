import { Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import { DomainError } from "../errors.ts";
import { tooLarge } from "./feed-errors.ts";

/** Bytes in pieces. */
export type Pieces = AsyncIterable<Uint8Array>;

export interface UnpackOptions {
  /** More unpacked bytes than this are PayloadTooLarge. */
  limit: number;
  /** The bytes may end anywhere: what came is unpacked. */
  partial: boolean;
}

async function* unpack(packed: Pieces, { limit, partial }: UnpackOptions): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({
    chunkSize: 1 << 16,
    finishFlush: partial ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
  });
  const source = Readable.from(packed, { objectMode: false });
  source.once("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let size = 0;
  try {
    for await (const piece of gunzip) {
      size += piece.length;
      if (size > limit) throw tooLarge(limit);
      yield piece;
    }
  } catch (error) {
    const isBroken = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isBroken ? new DomainError("MalformedRequest", `The gzip stream is broken (${error.message}).`) : error;
  } finally {
    source.destroy();
  }
}

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}

/** Gives bytes as they are, or unpacked where they are gzip (by its two magic bytes). @throws PayloadTooLarge, MalformedRequest */
export async function* gunzipped(source: Pieces, options: UnpackOptions): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  let head = new Uint8Array();
  while (head.length < 2) {
    const next = await pieces.next();
    if (next.done) break;
    head = head.length ? Uint8Array.from([...head, ...next.value]) : Uint8Array.from(next.value);
  }
  const all = startingWith(head, pieces);
  yield* head[0] === 0x1f && head[1] === 0x8b ? unpack(all, options) : all;
}
