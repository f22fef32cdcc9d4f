import type { Failure } from "../feed-error.ts";
import type { ColumnMapping } from "../lines/feed-columns.ts";
import type { StockOptions } from "../read-stock.ts";

/** The kind of result that a file is parsed to. */
export type FeedKind = "stock" | "storeProducts" | "products" | "preview" | "edits";

/** The options of a file: the store of a stock feed, or the columns of product data. */
export type FeedOptions = StockOptions | { columns?: ColumnMapping | undefined };

/** What a feed is read as. */
export interface FeedRequest {
  kind: FeedKind;
  options: FeedOptions;
}

/** The properties of a feed's bytes in a message to a parser. */
export interface BytesFacts {
  size: number;
  limit: number;
  isUtf8: boolean;
  isPartial: boolean;
}

/** A message from the service to a parser. The service assigns the number `feed`. */
export type Order =
  /** `head`: the first bytes; `room`: number of batches that the parser may send. */
  | {
      type: "open";
      feed: number;
      kind: FeedKind;
      options: FeedOptions;
      facts: BytesFacts;
      head: Uint8Array;
      room: number;
    }
  /** Answers `want`. */
  | { type: "bytes"; feed: number; request: number; bytes: Uint8Array }
  /** The service has handled a batch. The parser may send one more. */
  | { type: "more"; feed: number }
  | { type: "close"; feed: number };

/** A message from a parser to the service. */
export type Report =
  | { type: "alive" }
  | { type: "want"; feed: number; request: number; position: number; length: number }
  | { type: "header"; feed: number; header: unknown }
  | { type: "batch"; feed: number; batch: unknown }
  | { type: "end"; feed: number; result: unknown }
  | { type: "failed"; feed: number; failure: Failure };

/** A feed after its header. `read` sends batches and waits until the service has room for each. */
export interface ReadableFeed {
  header: unknown;
  read(send: (batch: unknown) => Promise<void>): Promise<unknown>;
}
