import { cannotRead, FeedError } from "../feed-error.ts";

/** Maximum number of feeds that arrive, wait or are read in this process, and maximum of their stored bytes. */
const MOST_FEEDS = 256;
const MOST_BYTES = 2 ** 31;

interface Used {
  feeds: number;
  bytes: number;
}

/** The space of one feed. */
export interface SpoolShare {
  /** @throws RateLimited if the owner's feeds use half of the space; Unavailable if all of it is used */
  grow(bytes: number): void;
  /** Returns all of the feed's space. */
  leave(): void;
}

/** Bounds the stored bytes of waiting feeds, so that callers do not fill the disk. An owner has at most half of the space. */
class SpoolRoom {
  readonly #all: Used = { feeds: 0, bytes: 0 };
  readonly #owners = new Map<string, Used>();

  /**
   * Takes space for a feed. Call this method before the first byte is read.
   * @param owner the partner
   * @throws RateLimited, Unavailable
   */
  enter(owner: string): SpoolShare {
    const own = this.#owners.get(owner) ?? { feeds: 0, bytes: 0 };
    const all = this.#all;
    if (own.feeds >= MOST_FEEDS / 2) throw tooManyOfYours("too many feeds");
    if (all.feeds >= MOST_FEEDS) throw cannotRead("too many other feeds are waiting");
    this.#owners.set(owner, own);
    own.feeds++;
    all.feeds++;
    let taken = 0;
    let hasLeft = false;
    return {
      grow: (bytes) => {
        if (own.bytes + bytes > MOST_BYTES / 2) throw tooManyOfYours("too many bytes of feeds");
        if (all.bytes + bytes > MOST_BYTES) throw cannotRead("other waiting feeds use all the space");
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
