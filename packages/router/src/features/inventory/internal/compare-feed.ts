import type { PgTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import {
  type FeedLine,
  type FeedResult,
  handOver,
  type LineRejection,
  type StockBatch,
} from "../../../core/feeds/index.ts";
import { itemKeyOf, itemKeyStart } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Rejection } from "../inventory.schema.ts";
import { deleteSupersededSql } from "../stock.sql.ts";
import { type Rejections, superseded } from "./record-ingest.ts";
import type { ItemState, Named, StockDigest } from "./stock-digest.ts";
import { Stage } from "./stock-stage.ts";
import { readItemKeys } from "./stored-digest.ts";

/** The counts of a feed after its comparison. */
export interface ComparedFeed extends FeedResult {
  validLines: number;
  inStockValidLines: number;
  /** Number of rows of `stock_stage`, the maximum number of items to write. */
  staged: number;
  /** Whether a staged row may change only `absent_since`: the time since which feeds leave the item out. */
  touched: boolean;
  /** Lines keep the prices of their items: a feed without a price column. Afterwards the digest is of no use. */
  keepsPrices: boolean;
}

/** Compares the lines of a feed with a digest and stages the lines that differ. */
class FeedComparison {
  validLines = 0;
  inStockValidLines = 0;
  /** Whether an item is in two lines, so that it may be staged twice. */
  hasRepeated = false;
  touched = false;
  /** Whether a line keeps the price of its item. */
  keepsPrices = false;
  readonly #digest: StockDigest;
  readonly #stage: Stage;
  readonly #rejections: Rejections;
  readonly #currency: string;
  readonly #onLines: Context["onLines"];
  readonly #state: ItemState = { pence: 0, thousandths: 0, currency: "", condition: "new", zeros: 0 };

  constructor(
    digest: StockDigest,
    stage: Stage,
    rejections: Rejections,
    currency: string,
    onLines: Context["onLines"],
  ) {
    this.#digest = digest;
    this.#stage = stage;
    this.#rejections = rejections;
    this.#currency = currency;
    this.#onLines = onLines;
  }

  line({ line, bytes, start, end, pence, thousandths, currency, condition }: FeedLine): void {
    const key = itemKeyStart(bytes, start, end);
    const state = this.#state;
    state.pence = pence;
    state.thousandths = thousandths;
    state.currency = currency ?? this.#currency;
    state.condition = condition ?? "new";
    state.zeros = key - start;
    const named = this.#digest.name(bytes, key, end, line, state);
    this.validLines++;
    if (thousandths > 0) this.inStockValidLines++;
    if (named.superseded !== 0) this.hasRepeated = true;
    if (named.superseded > 0) {
      this.validLines--;
      if (named.supersededInStock) this.inStockValidLines--;
      this.#rejections.add(this.#rejections.room > 0 ? supersededBy(named, bytes, key, end) : undefined);
    }
    if (named.wasAbsent) this.touched = true;
    if (pence === 0) {
      // The digest does not know the price that the line keeps, so the database compares each line.
      this.keepsPrices = true;
      this.#stage.line(line, bytes, key, end, named.zeros, { ...state, pence: null });
    } else if (named.differs) this.#stage.line(line, bytes, key, end, named.zeros, state);
  }

  rejected(line: number, barcode: string | null, rejection: LineRejection | undefined): void {
    this.#rejections.add(rejection && { line, ...rejection });
    if (barcode === null) return;
    const key = Buffer.from(itemKeyOf(barcode));
    if (!this.#digest.see(key, 0, key.length)) return;
    this.touched = true;
    this.#stage.item("seen", key, 0, key.length);
  }

  flush(): Promise<void> {
    this.#onLines?.(this.validLines + this.#rejections.count);
    return this.#stage.flush();
  }
}

function supersededBy(
  { superseded: line, supersededZeros }: Named,
  bytes: Uint8Array,
  key: number,
  end: number,
): Rejection {
  return superseded(line, "0".repeat(supersededZeros) + Buffer.from(bytes.subarray(key, end)).toString());
}

/** Reads the lines of a feed in batches. */
export type ReadBatches = (take: (batch: StockBatch) => Promise<void>) => Promise<FeedResult>;

/**
 * Reads a feed and stages one row for each item that differs from `digest`. Afterwards `digest` holds the items after the feed.
 * A feed without a valid line changes no items.
 * @param feed.isReplacing whether items that the feed leaves out go out of stock
 * @throws the errors of reading
 */
export async function compareFeed(
  tx: PgTx,
  store: StoreIds & { currency: string },
  { read, isReplacing, onLines }: { read: ReadBatches; isReplacing: boolean } & Pick<Context, "onLines">,
  digest: StockDigest,
  rejections: Rejections,
): Promise<ComparedFeed> {
  const stage = new Stage(tx);
  const comparison = new FeedComparison(digest, stage, rejections, store.currency, onLines);
  let result: FeedResult;
  try {
    result = await read((batch) => {
      handOver(batch, comparison);
      return comparison.flush();
    });
  } finally {
    // Also after an invalid feed, so that the connection is free for statements.
    await stage.close();
  }
  const { validLines, inStockValidLines, hasRepeated, keepsPrices } = comparison;
  let { touched } = comparison;
  if (hasRepeated && stage.rows) await tx.query(deleteSupersededSql);
  if (validLines && digest.countLeftOut(isReplacing)) {
    // The digest has no keys. The stage keeps the rows until all keys are read, because the connection cannot send during the read.
    await readItemKeys(tx, store, (key, start, end) => {
      const leftOut = digest.leaveOut(key, start, end, isReplacing);
      if (leftOut) stage.item("absent", key, start, end, leftOut.goesOutOfStock);
    });
    await stage.close();
    touched = true;
  }
  return { ...result, validLines, inStockValidLines, staged: stage.rows, touched, keepsPrices };
}
