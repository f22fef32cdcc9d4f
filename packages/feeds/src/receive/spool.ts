import { createHash } from "node:crypto";
import { mkdtemp, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeFile, openFile, readFully, writeFully } from "../descriptor.ts";
import type { FeedBytes } from "../feed.ts";
import { cannotRead, tooLarge } from "../feed-error.ts";
import { Utf8Check } from "../utf8.ts";
import { gunzipped, type Pieces } from "./gunzip.ts";
import { type SpoolShare, spoolRoom } from "./spool-room.ts";

const PIECE = 1 << 16;

/** A complete body, unpacked if it was gzip. A slow sender therefore holds no transaction open. The caller must close it. */
export interface Spool extends FeedBytes, AsyncIterable<Uint8Array> {
  /** The feed's partner. */
  owner: string;
  /** SHA-256 of the unpacked bytes. */
  digest: Buffer;
  /** The descriptor of the file with the bytes. */
  descriptor: number;
  close(): Promise<void>;
}

/** Opens a file without a name. The system removes the file when the process ends in any way. */
async function openNameless(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "highstreet-spool-"));
  const path = join(folder, "spool");
  const file = await openFile(path, "w+", 0o600);
  await unlink(path);
  await rmdir(folder);
  return file;
}

/** Errors of a full disk or of too many open files. They become Unavailable. */
const shortages = new Set(["ENOSPC", "EDQUOT", "EMFILE", "ENFILE", "EROFS"]);

function spoolFailure(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return shortages.has(code) ? cannotRead("the service has no space for the file") : error;
}

export interface SpoolOptions {
  /** Maximum unpacked bytes. */
  limit: number;
  /** The bytes are the first part of a file and can end anywhere. */
  partial?: boolean;
  /** The feed's partner, which takes at most half of the space for feeds. */
  owner?: string;
}

/**
 * Receives a body into a file and unpacks gzip once. A given spool is returned with a `close` that does nothing, because its owner
 * closes it.
 * @throws PayloadTooLarge, MalformedRequest (broken gzip), FeedTooComplex, UnrecognisedFeed (gzip within gzip), RateLimited,
 *   Unavailable, and the errors of the source
 */
export async function spool(source: Pieces | Spool, options: SpoolOptions): Promise<Spool> {
  if ("digest" in source) return { ...source, close: async () => undefined };
  const { owner = "" } = options;
  const share = spoolRoom.enter(owner);
  let file: number | undefined;
  try {
    file = await openNameless();
    return { ...(await receive(source, options, file, share)), owner };
  } catch (error) {
    share.leave();
    if (file !== undefined) await closeFile(file);
    throw spoolFailure(error);
  }
}

async function receive(
  source: Pieces,
  { limit, partial = false }: SpoolOptions,
  file: number,
  share: SpoolShare,
): Promise<Omit<Spool, "owner">> {
  const hash = createHash("sha256");
  const utf8 = new Utf8Check();
  let size = 0;
  for await (const bytes of gunzipped(source, { limit, partial })) {
    if (size + bytes.length > limit) throw tooLarge(limit);
    share.grow(bytes.length);
    hash.update(bytes);
    utf8.add(bytes);
    await writeFully(file, bytes);
    size += bytes.length;
  }
  const read = (position: number, length: number): Promise<Buffer> =>
    readFully(file, Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position))), position);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < size; at += PIECE) yield await read(at, PIECE);
  }
  return {
    size,
    digest: hash.digest(),
    descriptor: file,
    limit,
    isUtf8: utf8.isUtf8(partial),
    isPartial: partial,
    bytes: pieces,
    [Symbol.asyncIterator]: pieces,
    read,
    close: async () => {
      share.leave();
      await closeFile(file);
    },
  };
}
