import { createHash } from "node:crypto";
import { mkdtemp, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FeedBytes } from "../feed.ts";
import { cannotRead, FeedError, tooLarge } from "../feed-error.ts";
import { closeFile, FeedFile, openFile, writeFully } from "../feed-file.ts";
import { Utf8Check } from "../utf8.ts";
import { gunzipped, type Pieces } from "./gunzip.ts";

/** Feeds that arrive, wait or are read in this process, and their stored bytes. */
const MAX_FEEDS = 256;
const MAX_BYTES = 2 ** 31;

interface Used {
  feeds: number;
  bytes: number;
}

interface SpoolShare {
  /** @throws RateLimited if the owner's feeds use half of the space; Unavailable if all of it is used */
  grow(bytes: number): void;
  leave(): void;
}

/** Bounds the stored bytes of waiting feeds, so that callers do not fill the disk. An owner has at most half of the space. */
class SpoolRoom {
  readonly #all: Used = { feeds: 0, bytes: 0 };
  readonly #owners = new Map<string, Used>();

  /** Call this before the first byte is read. @param owner the partner. @throws RateLimited, Unavailable */
  enter(owner: string): SpoolShare {
    const own = this.#owners.get(owner) ?? { feeds: 0, bytes: 0 };
    const all = this.#all;
    if (own.feeds >= MAX_FEEDS / 2) throw tooManyOfYours("too many feeds");
    if (all.feeds >= MAX_FEEDS) throw cannotRead("too many other feeds are waiting");
    this.#owners.set(owner, own);
    own.feeds++;
    all.feeds++;
    let taken = 0;
    let hasLeft = false;
    return {
      grow: (bytes) => {
        if (own.bytes + bytes > MAX_BYTES / 2) throw tooManyOfYours("too many bytes of feeds");
        if (all.bytes + bytes > MAX_BYTES) throw cannotRead("other waiting feeds use all the space");
        own.bytes += bytes;
        all.bytes += bytes;
        taken += bytes;
      },
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        own.feeds--;
        all.feeds--;
        own.bytes -= taken;
        all.bytes -= taken;
        if (own.feeds === 0) this.#owners.delete(owner);
      },
    };
  }
}

const tooManyOfYours = (what: string): FeedError =>
  new FeedError(
    "RateLimited",
    `Your partner account has ${what} waiting. Wait until some of them are done, then send the feed again.`,
  );

export const spoolRoom = new SpoolRoom();

/** A complete body, unpacked if it was gzip. The caller must close it. */
export interface Spool extends FeedBytes, AsyncIterable<Uint8Array> {
  owner: string;
  digest: Buffer;
  /** Of the file with the bytes. */
  descriptor: number;
  close(): Promise<void>;
}

/** The system removes the file when the process ends in any way. */
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
  limit: number;
  /** The bytes can end anywhere. */
  partial?: boolean;
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
  const facts = { size, limit, isUtf8: utf8.isUtf8(partial), isPartial: partial };
  const stored = new FeedFile(file, facts);
  return {
    ...facts,
    digest: hash.digest(),
    descriptor: file,
    bytes: () => stored.bytes(),
    [Symbol.asyncIterator]: () => stored.bytes(),
    read: (position, length) => stored.read(position, length),
    close: async () => {
      share.leave();
      await closeFile(file);
    },
  };
}
