import type { NumberedNotice } from "./changes.schema.ts";

/** One stream of notices. */
export interface Following {
  retailerId: string;
  /** The caller. Streams are counted per caller. */
  person: string;
  /** The id of the last notice that the caller has. Without a known id, the first notice names everything. */
  after: string | undefined;
  /** Ends the stream. */
  signal: AbortSignal;
}

/** Notices about changes, for all streams of a process. */
export interface ChangeFeed {
  /**
   * Yields at most one notice per store and second, until the signal or the end of the process.
   * @throws RateLimited for too many streams; Unavailable if the process is ending
   */
  follow(following: Following): AsyncGenerator<NumberedNotice, void>;
}
