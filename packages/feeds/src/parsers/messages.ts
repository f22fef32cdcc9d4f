import type { BytesFacts } from "../feed.ts";
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

/** The message from the service to a parser. The bytes are in the file with the descriptor 3. */
export interface Order extends FeedRequest {
  bytes: BytesFacts;
}

/** A message from a parser to the service. The rows go to the standard output of the parser. */
export type Report =
  | { type: "alive" }
  | { type: "header"; header: unknown }
  /** Number of lines that are read so far. */
  | { type: "lines"; lines: number }
  | { type: "end"; result: unknown }
  | { type: "failed"; failure: Failure };

/** Sends rows, and waits until the service has room for them. */
type SendRows = (rows: string) => Promise<void>;

/** A feed after its header. `read` returns the result. */
export interface ReadableFeed {
  header: unknown;
  /** @param onLines called with the number of lines that are read so far */
  read(send: SendRows, onLines: (lines: number) => void): Promise<unknown>;
}
