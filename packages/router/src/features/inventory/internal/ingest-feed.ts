import type { PgTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { openStock } from "../../../core/feeds/index.ts";
import { renewStatistics } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import {
  type CountedLinesRow,
  type CurrentStockRow,
  countFeedLinesSql,
  currentStockSql,
  keepExactKeysSql,
  pricelessLinesSql,
  type RejectedRow,
  rejectSeveralSql,
  supersedeLinesSql,
} from "../stock.sql.ts";
import { planStock, type StockWrite, writeStock } from "./apply-stock.ts";
import { sourceWarnings, watchUnseen } from "./change-source.ts";
import type { Outcome, ReceivedFeed } from "./received-feed.ts";
import { Rejections, severalQuantities, superseded } from "./record-ingest.ts";
import { stageFeed } from "./stock-stage.ts";
import { takeStoreProducts } from "./store-products.ts";

/** A store with fewer items in stock takes any feed. */
const GUARDED = 20;

/** Whether a feed would take more than half of the items out of stock. Such a feed is held. */
const wouldEmpty = ({ emptied }: { emptied: number }, { inStock }: CurrentStockRow): boolean =>
  inStock >= GUARDED && emptied * 2 > inStock;

/** Rejects staged lines. `statement` returns their number and the first of them. */
async function rejectLines(tx: PgTx, statement: string, as: typeof superseded, rejections: Rejections): Promise<void> {
  const [gone] = await tx.query<RejectedRow>(statement, [rejections.room]);
  if (!gone) throw new Error("an aggregate gave no row");
  for (const { line, barcode } of gone.first) rejections.add(as(line, barcode));
  rejections.count += gone.count - gone.first.length;
}

/** Leaves one staged line per item. The last line counts, unless the lines may be of several stores. */
async function settleLines(tx: PgTx, store: StoreIds, hasPlaces: boolean, rejections: Rejections): Promise<void> {
  tx.send(keepExactKeysSql, [store.retailerId, store.storeId]);
  if (hasPlaces) await rejectLines(tx, rejectSeveralSql, severalQuantities, rejections);
  await rejectLines(tx, supersedeLinesSql, superseded, rejections);
}

/** Rejects the lines without a price of new items. A feed without a price column can have five million of them. */
async function rejectPriceless(tx: PgTx, count: number, rejections: Rejections): Promise<void> {
  const lines = count ? await tx.query<{ line: number }>(pricelessLinesSql, [rejections.room]) : [];
  const message = "The item is new, so its line must have a price.";
  for (const { line } of lines) rejections.add({ line, field: "price", code: "missing_price", message, value: null });
  rejections.count += count - lines.length;
}

/** The result of a feed and its rejected lines. */
export interface IngestedFeed {
  outcome: Outcome & { changedItems: number; newItems: number };
  rejections: Rejections;
}

/**
 * Applies a stock feed to its store: stages its lines, compares them with the items, writes the changes and appends their events.
 * A feed without a valid line, and a feed that would empty the store, write nothing. The caller holds the lock of the store.
 * @param accepted set for a held feed that was accepted; items that were written since stay as they are
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable
 */
export async function ingestFeed(
  ctx: Context,
  tx: PgTx,
  received: ReceivedFeed,
  accepted?: { since: Date },
): Promise<IngestedFeed> {
  const { store, mode, bytes, options } = received;
  const now = ctx.now();
  const [current] = await tx.query<CurrentStockRow>(currentStockSql, [store.retailerId, store.storeId]);
  if (!current) throw new Error(`store ${store.storeId} is gone`);

  const feed = await openStock(bytes, options);
  const { hasProducts } = feed.header;
  const read = await stageFeed(tx, feed, ctx.onLines).finally(() => feed.close());
  const { rejections: first, rejectedLines, hasPlaces, ...header } = read;
  const rejections = new Rejections(first, rejectedLines);
  await settleLines(tx, store, hasPlaces, rejections);
  const write: StockWrite = {
    ...{ store: { ...store, ...current }, now, staged: "feed", replaces: mode === "replace", absentSince: null },
    ...{ leftOutSince: current.appliedAt ?? now, unlessSince: accepted?.since },
  };
  const planned = await planStock(tx, write);
  const { changedItems, newItems, emptied, priceless, since } = planned;
  await rejectPriceless(tx, priceless, rejections);
  const [lines] = await tx.query<CountedLinesRow>(countFeedLinesSql);
  if (!lines) throw new Error("an aggregate gave no row");
  const counts = {
    ...{ ...header, ...lines },
    ...{ numberOfLines: lines.validLines + rejections.count, rejectedLines: rejections.count },
  };
  if (!lines.validLines) {
    const reason = priceless
      ? "The feed has no price column, and none of its lines is of a known product."
      : "The feed has no valid line.";
    return { outcome: { ...counts, status: "refused", changedItems: 0, newItems: 0, reason }, rejections };
  }
  if (!accepted && wouldEmpty(planned, current)) {
    const reason = sourceWarnings.feedHeld({ emptied, inStock: current.inStock });
    return { outcome: { ...counts, status: "held", changedItems, newItems, reason }, rejections };
  }

  const products = { store, now, unlessSince: accepted?.since };
  const taken: Partial<Outcome> = hasProducts ? await takeStoreProducts(tx, received, products) : {};
  await writeStock(ctx, tx, write, planned);
  watchUnseen(tx, store, since);
  renewStatistics(tx, "stock_item", newItems);
  // The stock and the product data of a file are read one after the other.
  const droppedValues = [...counts.droppedValues, ...(taken.droppedValues ?? [])];
  const outcome = {
    ...counts,
    ...taken,
    droppedValues,
    status: "applied",
    changedItems,
    newItems,
    reason: null,
  } as const;
  return { outcome, rejections };
}
