import type { PgTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { openStock } from "../../../core/feeds/index.ts";
import { renewStatistics } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Rejection } from "../inventory.schema.ts";
import {
  type CurrentStockRow,
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

type Reject = (line: number, barcode: string) => Rejection;

/** Rejects staged lines. `statement` returns their numbers and the first of them. */
async function rejectLines(tx: PgTx, statement: string, as: Reject, rejections: Rejections): Promise<RejectedRow> {
  const [gone] = await tx.query<RejectedRow>(statement, [rejections.room]);
  if (!gone) throw new Error("an aggregate gave no row");
  for (const { line, barcode } of gone.first) rejections.add(as(line, barcode));
  rejections.count += gone.count - gone.first.length;
  return gone;
}

/** Leaves one staged line per item. The last line counts, unless the lines may be of several stores. @returns the rejected lines */
async function settleLines(tx: PgTx, store: StoreIds, hasPlaces: boolean, rejections: Rejections) {
  tx.send(keepExactKeysSql, [store.retailerId, store.storeId]);
  const several = hasPlaces ? await rejectLines(tx, rejectSeveralSql, severalQuantities, rejections) : nothing;
  const replaced = await rejectLines(tx, supersedeLinesSql, superseded, rejections);
  return { count: several.count + replaced.count, inStock: several.inStock + replaced.inStock };
}

const nothing = { count: 0, inStock: 0 };

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
  const gone = await settleLines(tx, store, hasPlaces, rejections);
  const write: StockWrite = {
    ...{ store: { ...store, ...current }, now, staged: "feed", replaces: mode === "replace", absentSince: null },
    ...{ leftOutSince: current.appliedAt ?? now, unlessSince: accepted?.since },
  };
  const planned = await planStock(tx, write);
  const { changedItems, newItems, emptied, priceless, since } = planned;
  await rejectPriceless(tx, priceless, rejections);
  const { otherStore, total, picture } = read.skippedLines;
  const skipped = otherStore + total + picture;
  const validLines = read.validLines - gone.count - priceless;
  const counts = {
    ...{
      ...header,
      validLines,
      rejectedLines: rejections.count,
      numberOfLines: validLines + rejections.count + skipped,
    },
    inStockValidLines: read.inStockValidLines - gone.inStock - planned.pricelessInStock,
  };
  if (!validLines) {
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
  const taken = hasProducts ? await takeStoreProducts(tx, received, products) : {};
  await writeStock(ctx, tx, write, planned);
  watchUnseen(tx, store, since);
  renewStatistics(tx, "stock_item", newItems);
  const outcome = { ...counts, ...taken, status: "applied", changedItems, newItems, reason: null } as const;
  return { outcome, rejections };
}
