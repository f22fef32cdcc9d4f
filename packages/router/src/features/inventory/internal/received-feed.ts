import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { Spool, StockOptions } from "../../../core/feeds/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { newId } from "../../../kernel/ids.ts";
import { sanitizeForPostgres } from "../../../kernel/text.ts";
import { isTaken } from "../ingest-status.schema.ts";
import { type LastFeedRow, lastFeedSql, type UnchangedRow } from "../ingests.sql.ts";
import type { Ingest } from "../inventory.schema.ts";
import { changeSource, goodFeed, type SourceChange, sourceWarnings } from "./change-source.ts";
import { keepHeldFeed, replaceHeldFeed } from "./held-feed.ts";
import { noDetails, Rejections, recordIngest } from "./record-ingest.ts";
import { feedDigest } from "./stock-options.ts";

/** A stock feed for a store. */
export interface SentFeed {
  store: StoreIds;
  mode: "update" | "replace";
  /** Start of the call, by `performance.now()`. */
  started: number;
}

/** A stock feed that has arrived completely. */
export interface ReceivedFeed extends SentFeed {
  bytes: Spool;
  options: StockOptions;
}

/** Locks the store of a feed. @throws StoreNotFound */
export async function lockStore(tx: SqlTx, { retailerId, storeId }: StoreIds): Promise<void> {
  const found = await lockStores(tx, retailerId, [storeId]);
  if (!found.length) throw storeNotFound();
}

/**
 * The counts of the last applied feed, if this feed has the same bytes and mode and nothing has written to the items since. The caller
 * holds the lock of the store.
 */
export async function unchangedSince(
  tx: SqlTx,
  { store, mode, bytes, options }: ReceivedFeed,
): Promise<UnchangedRow | undefined> {
  const [last] = await tx.query<LastFeedRow>(lastFeedSql, [store.retailerId, store.storeId]);
  if (!last?.digest || !last.isCurrent || last.mode !== mode) return undefined;
  const { mode: _mode, digest, isCurrent: _isCurrent, ...unchanged } = last;
  return feedDigest(bytes, options).equals(digest) ? unchanged : undefined;
}

const nothing = {
  ...noDetails,
  columns: {},
  numberOfLines: 0,
  validLines: 0,
  inStockValidLines: 0,
  changedItems: 0,
  newItems: 0,
  rejectedLines: 0,
  reason: null,
};

/** The result of a feed. A missing field of the ingest is 0, null or empty. */
export type Outcome = Partial<Ingest> & Pick<Ingest, "status">;

/**
 * Records the ingest of a feed and changes the source of the store. A feed that is not refused replaces the held feed.
 * The caller holds the lock of the store.
 */
export async function recordFeed(
  ctx: Context,
  tx: SqlTx,
  received: SentFeed & Partial<ReceivedFeed>,
  outcome: Outcome,
  rejections = new Rejections(),
): Promise<Ingest> {
  const { store, mode, bytes, options, started } = received;
  const now = ctx.now();
  const durationMs = Math.round(performance.now() - started);
  const ingest: Ingest = {
    ...{ id: newId(now), createdAt: now.toISOString(), mode, ...nothing, ...outcome, durationMs },
  };
  if (ingest.status !== "refused") replaceHeldFeed(tx, store);
  const digest = bytes && options && feedDigest(bytes, options);
  recordIngest(ctx, tx, { ...store, ingest, rejections: rejections.kept, digest, mapping: options?.columns });
  const change = { ...sourceChange(ingest), provider: providerBy(ctx), latestIngest: ingest, heard: true } as const;
  await changeSource(tx, store, change, ctx.now());
  if (ingest.status === "held" && bytes) await keepHeldFeed(tx, store.retailerId, ingest.id, bytes);
  return ingest;
}

/** The provider of a source that was never connected. */
const providerBy = ({ actor }: Context): string => (actor?.kind === "staff" ? "csv-upload" : "api");

function sourceChange({ status, reason }: Ingest): SourceChange {
  if (isTaken(status)) return { status: "connected", warnings: goodFeed };
  switch (status) {
    case "refused":
      return {
        status: "invalid",
        warnings: { FeedRefused: sourceWarnings.feedRefused(sanitizeForPostgres(reason ?? "")) },
      };
    case "held":
      return { warnings: { FeedHeld: reason } };
    case "discarded":
      return { warnings: { FeedHeld: null } };
  }
}
