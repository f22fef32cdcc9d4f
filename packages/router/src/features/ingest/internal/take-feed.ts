import { one, type SqlTx } from "@highstreet/db";
import { ahead } from "../../../access/find-retailer.ts";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { StockResult } from "../../../core/feeds/index.ts";
import { authorOf } from "../../../core/history/index.ts";
import { renewStatistics } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { newId } from "../../../kernel/ids.ts";
import { sanitizeForPostgres, sanitizeJson } from "../../../kernel/text.ts";
import { changeSource, goodFeed, type SourceChange, sourceWarnings } from "../../sources/index.ts";
import type { Ingest, Rejection } from "../ingest.schema.ts";
import { type LastFeedRow, lastFeedSql, replaceHeldFeedSql, type UnchangedRow } from "../ingests.sql.ts";
import {
  type CurrentStockRow,
  currentStockSql,
  keepExactKeysSql,
  planForSizeSql,
  pricelessLinesSql,
  type RejectedRow,
  rejectSeveralSql,
  stagePiecesSql,
  supersedeLinesSql,
} from "../stock.sql.ts";
import { keepStockSql } from "../undo.sql.ts";
import { openStage, planStock, type StockWrite, watchUnseen, writeStock } from "./apply-stock.ts";
import type { FeedLines } from "./feed-lines.ts";
import { undoUntil } from "./feed-undo.ts";
import { noCounts, Rejections, recordIngest, severalQuantities, superseded } from "./record-ingest.ts";
import { settleStoreProducts, takeStoreProducts } from "./store-products.ts";

export interface SentFeed {
  store: StoreIds;
  mode: "update" | "replace";
  /** Start of the call, by `performance.now()`. */
  started: number;
}

interface ReceivedFeed extends SentFeed {
  lines: FeedLines;
}

/** The caller holds the lock of the store. */
export async function takeFeed(ctx: Context, tx: SqlTx, received: ReceivedFeed): Promise<Ingest> {
  const same = await unchangedSince(tx, received);
  if (same) return recordFeed(ctx, tx, received, { ...same, status: "unchanged" });
  const { outcome, rejections } = await ingestFeed(ctx, tx, received);
  return recordFeed(ctx, tx, received, outcome, rejections);
}

/** The counts of the last applied feed, if this feed has the same bytes and mode and nothing has written to the items since. */
async function unchangedSince(tx: SqlTx, { store, mode, lines }: ReceivedFeed): Promise<UnchangedRow | undefined> {
  const [last] = await tx.query<LastFeedRow>(lastFeedSql, [store.retailerId, store.storeId]);
  if (!last?.digest || !last.isCurrent || last.mode !== mode) return undefined;
  const { mode: _mode, digest, isCurrent: _isCurrent, ...unchanged } = last;
  return lines.digest.equals(digest) ? unchanged : undefined;
}

/** A store with fewer items in stock takes any feed. */
const MIN_GUARDED = 20;

/** Whether a feed would take more than half of the items out of stock. Such a feed is held. */
const wouldEmpty = (emptied: number, inStock: number): boolean => inStock >= MIN_GUARDED && emptied * 2 > inStock;

type Reject = (line: number, barcode: string) => Rejection;

async function rejectLines(
  tx: SqlTx,
  statement: string,
  as: Reject,
  rejections: Rejections,
  ...more: boolean[]
): Promise<RejectedRow> {
  const gone = one(await tx.query<RejectedRow>(statement, [rejections.room, ...more]));
  for (const { line, barcode } of gone.first) rejections.add(as(line, barcode));
  rejections.count += gone.count - gone.first.length;
  return gone;
}

/** Leaves one staged line per item. The last line counts, unless the lines may be of several stores. @returns the rejected lines */
async function settleLines(
  tx: SqlTx,
  store: StoreIds,
  { hasPlaces, hasCurrencies }: Pick<StockResult, "hasPlaces" | "hasCurrencies">,
  rejections: Rejections,
) {
  await tx.execute(keepExactKeysSql, [store.retailerId, store.storeId]);
  const several =
    hasPlaces || hasCurrencies
      ? await rejectLines(tx, rejectSeveralSql, severalQuantities, rejections, hasPlaces)
      : undefined;
  const replaced = await rejectLines(tx, supersedeLinesSql, superseded, rejections);
  return { count: (several?.count ?? 0) + replaced.count, inStock: (several?.inStock ?? 0) + replaced.inStock };
}

/** Rejects the lines without a price of new items. A feed without a price column can have five million of them. */
async function rejectPriceless(tx: SqlTx, count: number, rejections: Rejections): Promise<void> {
  const lines = count ? await tx.query<{ line: number }>(pricelessLinesSql, [rejections.room]) : [];
  const message =
    "The item is new, so its line must have a price. Add a column of prices, or send the item once with its price.";
  for (const { line } of lines) rejections.add({ line, field: "price", code: "missing_price", message, value: null });
  rejections.count += count - lines.length;
}

/** A missing field of the ingest is 0, null or empty. */
type Outcome = Partial<Ingest> & Pick<Ingest, "status">;

/** Stages the lines of a feed and compares them with the items. Writes nothing. @param unlessSince as in `StockWrite` */
async function compareFeed(
  ctx: Context,
  tx: SqlTx,
  { store, mode, lines }: ReceivedFeed,
  unlessSince: Date | undefined,
) {
  const now = ctx.now();
  const current = one(await tx.query<CurrentStockRow>(currentStockSql, [store.retailerId, store.storeId]));
  await openStage(tx);
  await tx.execute(planForSizeSql);
  await tx.execute(stagePiecesSql);
  const read = await lines.stage(ctx.onLines);
  const { rejections: first, rejectedLines, hasPlaces, hasCurrencies, hasProducts, ...header } = read;
  const rejections = new Rejections(first, rejectedLines);
  const gone = await settleLines(tx, store, { hasPlaces, hasCurrencies }, rejections);
  const write: StockWrite = {
    store: { ...store, ...current },
    now,
    staged: "feed",
    replaces: mode === "replace",
    absentSince: null,
    leftOutSince: current.appliedAt ?? ahead(now, current.clockAhead),
    unlessSince,
  };
  const planned = await planStock(tx, write);
  await rejectPriceless(tx, planned.priceless, rejections);
  const { otherStore, total, picture } = read.skippedLines;
  const validLines = read.validLines - gone.count - planned.priceless;
  const counts = {
    ...header,
    validLines,
    rejectedLines: rejections.count,
    numberOfLines: validLines + rejections.count + otherStore + total + picture,
    inStockValidLines: read.inStockValidLines - gone.inStock - planned.pricelessInStock,
  };
  return { write, planned, counts, rejections, hasProducts, inStock: current.inStock };
}

type ComparedFeed = Awaited<ReturnType<typeof compareFeed>>;

/** Why a feed writes nothing: it has no valid line, or it would empty the store. undefined: it is applied. */
function whyNotApplied(
  { counts, planned, inStock }: ComparedFeed,
  isAccepted: boolean,
): Pick<Ingest, "status" | "reason" | "problem"> | undefined {
  if (!counts.validLines) {
    const reason = planned.priceless
      ? "The feed has no price column, and none of its lines is of a known product."
      : "The feed has no valid line.";
    const problem = { code: planned.priceless ? "NoKnownProduct" : "NoValidLine", parameters: {} };
    return { status: "refused", reason, problem };
  }
  if (isAccepted || !wouldEmpty(planned.emptied, inStock)) return undefined;
  const parameters = { emptied: planned.emptied, inStock };
  const { message: reason } = sourceWarnings.feedHeld(parameters);
  return { status: "held", reason, problem: { code: "FeedHeld", parameters } };
}

/** Writes the items and their product data. @returns what the product data adds to the ingest */
async function writeFeed(
  ctx: Context,
  tx: SqlTx,
  lines: FeedLines,
  { write, planned, hasProducts }: ComparedFeed,
): Promise<Partial<Outcome>> {
  const { store, now, unlessSince } = write;
  const taken = hasProducts ? await takeStoreProducts(tx, lines, { store, now, unlessSince }) : {};
  await writeStock(ctx, tx, write, planned);
  if (hasProducts) await settleStoreProducts(tx, store, now);
  await watchUnseen(tx, store, planned.since);
  renewStatistics(tx, "stock_item", planned.newItems);
  return taken;
}

/**
 * A feed without a valid line, and a feed that would empty the store, write nothing. The caller holds the lock of the store.
 * @param accepted set for a held feed that was accepted; items that were written since stay as they are
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable
 */
export async function ingestFeed(
  ctx: Context,
  tx: SqlTx,
  received: ReceivedFeed,
  accepted?: { since: Date },
): Promise<{ outcome: Outcome & { changedItems: number; newItems: number }; rejections: Rejections }> {
  const compared = await compareFeed(ctx, tx, received, accepted?.since);
  const { counts, rejections } = compared;
  const { changedItems, newItems } = counts.validLines ? compared.planned : { changedItems: 0, newItems: 0 };
  const why = whyNotApplied(compared, accepted !== undefined);
  if (why) return { outcome: { ...counts, changedItems, newItems, ...why }, rejections };
  const taken = await writeFeed(ctx, tx, received.lines, compared);
  // The stock and the product data of a file are read one after the other.
  const droppedValues = [...counts.droppedValues, ...(taken.droppedValues ?? [])];
  const applied = { status: "applied", reason: null, problem: null } as const;
  return { outcome: { ...counts, ...taken, droppedValues, changedItems, newItems, ...applied }, rejections };
}

/** A feed that is not refused replaces the held feed. The caller holds the lock of the store. */
export async function recordFeed(
  ctx: Context,
  tx: SqlTx,
  { store, mode, lines, started }: SentFeed & Partial<ReceivedFeed>,
  outcome: Outcome,
  rejections = new Rejections(),
): Promise<Ingest> {
  const now = ctx.now();
  const durationMs = Math.round(performance.now() - started);
  const counts = { ...noCounts, ...outcome, durationMs, undoUntil: undoUntil(now, outcome) };
  const ingest: Ingest = { id: newId(now), createdAt: now.toISOString(), mode, ...counts };
  const { retailerId, storeId } = store;
  if (ingest.undoUntil) await tx.query(keepStockSql, [retailerId, ingest.id, now]);
  if (ingest.status !== "refused") await tx.execute(replaceHeldFeedSql, [retailerId, storeId]);
  const { digest, mapping } = lines ?? {};
  await recordIngest(ctx, tx, { ...store, ingest, rejections: rejections.kept, digest, mapping });
  // For a source that was never connected.
  const provider = authorOf(ctx).kind === "staff" ? "csv-upload" : "api";
  await changeSource(tx, store, { ...sourceChange(ingest), provider, latestIngest: ingest, heard: true }, now);
  if (ingest.status === "held") await lines?.keep(ingest.id);
  return ingest;
}

function sourceChange({ status, reason, problem }: Ingest): SourceChange {
  const parameters = problem?.parameters ?? {};
  if (status === "held") return { warnings: { FeedHeld: { message: reason ?? "", parameters } } };
  if (status !== "refused") return { status: "connected", warnings: goodFeed };
  const FeedRefused = sourceWarnings.feedRefused(sanitizeForPostgres(reason ?? ""), {
    code: problem?.code,
    ...sanitizeJson(parameters),
  });
  return { status: "invalid", warnings: { FeedRefused } };
}
