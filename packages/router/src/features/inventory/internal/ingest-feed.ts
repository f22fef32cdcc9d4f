import type { PgTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { StockFeed } from "../../../core/feeds/index.ts";
import type { Context } from "../../../kernel/context.ts";
import {
  type CurrentStockRow,
  clearStageSql,
  currentStockSql,
  type PricelessRow,
  rejectPricelessSql,
} from "../stock.sql.ts";
import { planStock, type StockWrite, setJoinStrategy, shapeOf, writeStock } from "./apply-stock.ts";
import { sourceWarnings, watchUnseen } from "./change-source.ts";
import { compareFeed } from "./compare-feed.ts";
import type { Outcome, ReceivedFeed } from "./received-feed.ts";
import { Rejections } from "./record-ingest.ts";
import { openStage } from "./stock-stage.ts";
import { takeStoreProducts } from "./store-products.ts";
import { buildDigest, readDigest, writeDigest } from "./stored-digest.ts";

/** A store with fewer items in stock takes any feed. */
const GUARDED = 20;

/** Whether a feed would take more than half of the items out of stock. Such a feed is held. */
const wouldEmpty = ({ emptied }: { emptied: number }, { inStock }: CurrentStockRow): boolean =>
  inStock >= GUARDED && emptied * 2 > inStock;

/** Number of entries to reserve in the digest for the lines of a feed, at 30 bytes per line. */
const roomFor = (bytes: number): number => Math.min(bytes / 30, 1 << 20);

const nothing = { changedItems: 0, newItems: 0, unseenSince: null, version: undefined };

/** Rejects the lines without a price of new items. */
async function rejectPriceless(tx: PgTx, store: StoreIds, rejections: Rejections): Promise<PricelessRow> {
  const values = [store.retailerId, store.storeId, rejections.room];
  const [gone] = await tx.query<PricelessRow>(rejectPricelessSql, values);
  if (!gone) throw new Error("an aggregate gave no row");
  const message = "The item is new, so its line must have a price.";
  for (const line of gone.lines) rejections.add({ line, field: "price", code: "missing_price", message, value: null });
  rejections.count += gone.count - gone.lines.length;
  return gone;
}

/** The result of a feed and its rejected lines. */
export interface IngestedFeed {
  outcome: Outcome & { changedItems: number; newItems: number };
  rejections: Rejections;
}

/** Compares the lines of a feed with the digest of its store, and stages the lines that differ. */
async function compare(
  ctx: Context,
  tx: PgTx,
  { store, mode, bytes }: ReceivedFeed,
  feed: StockFeed,
  current: CurrentStockRow,
) {
  const room = roomFor(bytes.size);
  let isAgain = false;
  return feed.read(async (read) => {
    await openStage(tx);
    if (isAgain) await tx.query(clearStageSql);
    isAgain = true;
    const kept = await readDigest(tx, store, current.version, room);
    const digest = kept ?? (await buildDigest(tx, store, room));
    const rejections = new Rejections();
    const from = { read, isReplacing: mode === "replace", onLines: ctx.onLines };
    const known = digest.count > 0;
    const compared = await compareFeed(tx, { ...store, ...current }, from, digest, rejections);
    return { isStored: kept !== undefined, digest, rejections, known, ...compared };
  });
}

/**
 * Applies a stock feed to its store: compares its lines with the digest of the store, writes the changes and appends their events.
 * A feed without a valid line, and a feed that would empty the store, write nothing. The caller holds the lock of the store.
 * @param accepted set for a held feed that was accepted; items that were written since stay as they are
 */
export async function ingestFeed(
  ctx: Context,
  tx: PgTx,
  received: ReceivedFeed,
  feed: StockFeed,
  accepted?: { since: Date },
): Promise<IngestedFeed> {
  const { store } = received;
  const now = ctx.now();
  const [current] = await tx.query<CurrentStockRow>(currentStockSql, [store.retailerId, store.storeId]);
  if (!current) throw new Error(`store ${store.storeId} is gone`);

  const compared = await compare(ctx, tx, received, feed, current);
  const { staged, touched, known, isStored, digest, rejections, keepsPrices, ...lines } = compared;
  if (keepsPrices) {
    const gone = await rejectPriceless(tx, store, rejections);
    lines.validLines -= gone.count;
    lines.inStockValidLines -= gone.inStock;
  }
  const counts = {
    ...lines,
    ...{ numberOfLines: lines.validLines + rejections.count, rejectedLines: rejections.count },
  };
  if (!lines.validLines) {
    const reason = keepsPrices
      ? "The feed has no price column, and none of its lines is of a known product."
      : "The feed has no valid line.";
    return { outcome: { ...counts, status: "refused", changedItems: 0, newItems: 0, reason }, rejections };
  }

  const write: StockWrite = {
    ...{ store: { ...store, ...current }, now, shape: shapeOf(tx, staged * 10 < digest.count ? "few" : "many") },
    ...{ absentSince: null, leftOutSince: current.appliedAt ?? now, unlessSince: accepted?.since },
  };
  if (!accepted && wouldEmpty(digest, current)) {
    setJoinStrategy(tx, write.shape);
    const { changedItems, newItems, emptied } = await planStock(tx, write);
    const reason = sourceWarnings.feedHeld({ emptied, inStock: current.inStock });
    return { outcome: { ...counts, status: "held", changedItems, newItems, reason }, rejections };
  }

  const products = { store, now, unlessSince: accepted?.since, onlyKnown: keepsPrices };
  const taken = feed.header.hasProducts ? await takeStoreProducts(tx, received, digest.count, products) : {};
  setJoinStrategy(tx, write.shape);
  // The digest does not know the items that an accepted feed skips, nor the lines that have just been rejected.
  const { emptied, filled } = accepted || keepsPrices ? await planStock(tx, write) : digest;
  const { changedItems, newItems, unseenSince, version } = staged
    ? await writeStock(ctx, tx, write, { rows: staged, known, touched, emptied, filled })
    : nothing;
  watchUnseen(tx, store, unseenSince);
  const isOutdated = version !== undefined || !isStored;
  if (!accepted && !keepsPrices && isOutdated) await writeDigest(tx, store, version ?? current.version, digest);
  const outcome = { ...counts, ...taken, status: "applied", changedItems, newItems, reason: null } as const;
  return { outcome, rejections };
}
