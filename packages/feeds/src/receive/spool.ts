import { createHash } from "node:crypto";
import { type FileHandle, mkdtemp, open, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedBytes } from "../feed.ts";
import { cannotRead, tooLarge } from "../feed-error.ts";
import { Utf8Check } from "../utf8.ts";
import { gunzipped, type Pieces } from "./gunzip.ts";
import { BLOCK, type SpoolShare, spoolRoom } from "./spool-room.ts";

/** In bytes. Most feeds fit, so their bytes need no file. */
const IN_MEMORY = 4 << 20;

/** A complete body, unpacked if it was gzip. A slow sender therefore holds no transaction open. The caller must close it. */
export interface Spool extends FeedBytes, AsyncIterable<Uint8Array> {
  /** The feed's partner. */
  owner: string;
  /** SHA-256 of the unpacked bytes. */
  digest: Buffer;
  close(): Promise<void>;
}

/** Opens a file without a name. The system removes the file when the process ends in any way. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "highstreet-spool-"));
  const path = join(folder, "spool");
  const file = await open(path, "w+", 0o600);
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

/** Stores bytes in blocks of one length. Beyond 4 MiB, or if the shared memory is used up, they go to a nameless file. */
class Store {
  size = 0;
  #blocks: Buffer[] = [];
  #file: FileHandle | undefined;

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const place = this.size % BLOCK;
      if (place === 0) await this.#addBlock();
      const block = this.#blocks.at(-1) as Buffer;
      const part = bytes.subarray(at, at + BLOCK - place);
      block.set(part, place);
      this.size += part.length;
      at += part.length;
    }
  }

  /** With a file, only one block stays in memory. It is written when the next block begins. */
  async #addBlock(): Promise<void> {
    if (this.#file || this.size >= IN_MEMORY || !spoolRoom.hasBlock) {
      this.#file ??= await openNameless();
      for (const block of this.#blocks) await this.#file.appendFile(block);
      this.#forget();
    }
    this.#blocks.push(spoolRoom.takeBlock());
  }

  /** Ends the input. */
  async end(): Promise<void> {
    if (!this.#file) return;
    const rest = this.size % BLOCK || BLOCK;
    await this.#file.appendFile((this.#blocks[0] as Buffer).subarray(0, rest));
    this.#forget();
  }

  async readInto(buffer: Buffer, position: number): Promise<Buffer> {
    const length = Math.max(0, Math.min(buffer.length, this.size - position));
    let done = 0;
    while (done < length) {
      const at = position + done;
      if (this.#file) {
        const { bytesRead } = await this.#file.read(buffer, done, length - done, at);
        if (bytesRead === 0) throw new Error("the spool file is shorter than what was written");
        done += bytesRead;
      } else {
        const block = this.#blocks[Math.floor(at / BLOCK)] as Buffer;
        done += block.copy(buffer, done, at % BLOCK, Math.min(BLOCK, (at % BLOCK) + length - done));
      }
    }
    return buffer.subarray(0, length);
  }

  async close(): Promise<void> {
    this.#forget();
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #forget(): void {
    spoolRoom.returnBlocks(this.#blocks);
    this.#blocks = [];
  }
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
 * Receives a body and unpacks gzip once. A given spool is returned with a `close` that does nothing, because its owner closes it.
 * @throws PayloadTooLarge, MalformedRequest (broken gzip), FeedTooComplex, UnrecognisedFeed (gzip within gzip), RateLimited,
 *   Unavailable, and the errors of the source
 */
export async function spool(source: Pieces | Spool, options: SpoolOptions): Promise<Spool> {
  if ("digest" in source) return { ...source, close: async () => undefined };
  const { owner = "" } = options;
  const share = spoolRoom.enter(owner);
  const store = new Store();
  try {
    return { ...(await receive(source, options, store, share)), owner };
  } catch (error) {
    share.leave();
    await store.close();
    throw spoolFailure(error);
  }
}

async function receive(
  source: Pieces,
  { limit, partial = false }: SpoolOptions,
  store: Store,
  share: SpoolShare,
): Promise<Omit<Spool, "owner">> {
  const hash = createHash("sha256");
  const utf8 = new Utf8Check();
  for await (const bytes of gunzipped(source, { limit, partial })) {
    if (store.size + bytes.length > limit) throw tooLarge(limit);
    share.grow(bytes.length);
    hash.update(bytes);
    utf8.add(bytes);
    await store.add(bytes);
  }
  await store.end();
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const piece = Buffer.allocUnsafeSlow(BLOCK);
    for (let at = 0; at < store.size; at += BLOCK) {
      yield await store.readInto(piece, at);
      // Bytes in memory arrive without a wait, so this pause lets other calls run.
      await nextTurn();
    }
  }
  return {
    size: store.size,
    digest: hash.digest(),
    limit,
    isUtf8: utf8.isUtf8(partial),
    isPartial: partial,
    bytes: pieces,
    [Symbol.asyncIterator]: pieces,
    read: (position, length) => store.readInto(Buffer.allocUnsafe(length), position),
    outside: (wait) => wait,
    close: async () => {
      share.leave();
      await store.close();
    },
  };
}
