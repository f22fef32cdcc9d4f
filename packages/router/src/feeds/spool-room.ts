import { DomainError } from "../errors.ts";
import { cannotRead } from "./feed-errors.ts";

/** Feeds that are received, wait, or are read in this process, and the bytes that are kept of them. */
const MOST_FEEDS = 256;
const MOST_BYTES = 2 ** 31;
/** Bytes of them that are kept in memory; what is beyond goes to files. */
const MOST_IN_MEMORY = 32 << 20;

interface Used {
  feeds: number;
  bytes: number;
}

/** What one feed takes of the room. */
export interface SpoolShare {
  /** @throws RateLimited, where the owner's feeds take half of the room; Unavailable, where all is taken */
  grow(bytes: number): void;
  /** Gives all of it back. */
  leave(): void;
}

/** Bounds what is kept of feeds before they are read, so that callers fill neither memory nor disk. An owner has half of it. */
class SpoolRoom {
  readonly #all: Used = { feeds: 0, bytes: 0 };
  readonly #owners = new Map<string, Used>();
  #inMemory = 0;

  /**
   * To be called before a byte is read.
   * @param owner the partner
   * @throws RateLimited, Unavailable
   */
  enter(owner: string): SpoolShare {
    const own = this.#owners.get(owner) ?? { feeds: 0, bytes: 0 };
    const all = this.#all;
    if (own.feeds >= MOST_FEEDS / 2) throw tooManyOfYours("so many feeds");
    if (all.feeds >= MOST_FEEDS) throw cannotRead("too many others wait");
    this.#owners.set(owner, own);
    own.feeds++;
    all.feeds++;
    let taken = 0;
    let hasLeft = false;
    return {
      grow: (bytes) => {
        if (own.bytes + bytes > MOST_BYTES / 2) throw tooManyOfYours("feeds of so many bytes");
        if (all.bytes + bytes > MOST_BYTES) throw cannotRead("others that wait take all the room");
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

  /** Whether so many bytes more are kept in memory. They are given back by a negative number. */
  keepInMemory(bytes: number): boolean {
    if (this.#inMemory + bytes > MOST_IN_MEMORY) return false;
    this.#inMemory += bytes;
    return true;
  }
}

const tooManyOfYours = (what: string): DomainError =>
  new DomainError(
    "RateLimited",
    `Your partner account has ${what} waiting here. Wait until some of them are taken in.`,
  );

export const spoolRoom = new SpoolRoom();
