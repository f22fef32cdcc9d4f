import type { Failure } from "../failure.ts";

/** What a file is read as. */
export type FeedKind = "stock" | "products" | "preview";

/** What a parser is told of a feed's bytes. */
export interface BytesFacts {
  size: number;
  limit: number;
  isUtf8: boolean;
  isPartial: boolean;
}

/** From the service to a parser. `feed` is a number that the service gives. */
export type Order =
  /** `head`: the first bytes; `room`: so many batches may be sent. */
  | { type: "open"; feed: number; kind: FeedKind; facts: BytesFacts; head: Uint8Array; room: number }
  /** Answers `want`. */
  | { type: "bytes"; feed: number; request: number; bytes: Uint8Array }
  /** A batch is handled: one more may be sent. */
  | { type: "more"; feed: number }
  | { type: "close"; feed: number };

/** From a parser to the service. */
export type Report =
  | { type: "alive" }
  | { type: "want"; feed: number; request: number; position: number; length: number }
  | { type: "header"; feed: number; header: unknown }
  | { type: "batch"; feed: number; batch: unknown }
  | { type: "end"; feed: number; result: unknown }
  | { type: "failed"; feed: number; failure: Failure };

/** A feed of which the header is read. `read` gives its batches, each when there is room for it. */
export interface ReadableFeed {
  header: unknown;
  read(send: (batch: unknown) => Promise<void>): Promise<unknown>;
}
