import type { SqlTx } from "@highstreet/db";
import { lockStores } from "../../core/log/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Spool } from "../../feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { changeSource, type SourceChange } from "./change-source.ts";
import { dropHeldFeed } from "./held-feed.ts";
import type { Ingest } from "./inventory.schema.ts";
import { Rejections, recordIngest } from "./record-ingest.ts";

/** A stock feed for a store. */
export interface SentFeed {
  store: { retailerId: string; storeId: string };
  mode: "update" | "replace";
  /** Of `performance.now()`. */
  started: number;
}

/** A stock feed that has arrived completely. */
export interface ReceivedFeed extends SentFeed {
  bytes: Spool;
}

const nothing = {
  columns: {},
  numberOfLines: 0,
  validLines: 0,
  inStockValidLines: 0,
  changedItems: 0,
  newItems: 0,
  rejectedLines: 0,
  reason: null,
};

/** The ingest of a feed; what `rest` leaves out is nothing. */
export function ingestOf(ctx: Context, received: SentFeed, rest: Partial<Ingest> & Pick<Ingest, "status">): Ingest {
  const now = ctx.now();
  const durationMs = Math.round(performance.now() - received.started);
  return { id: newId(now), createdAt: now.toISOString(), mode: received.mode, ...nothing, ...rest, durationMs };
}

/** Locks the store of a feed. @throws StoreNotFound */
export async function lockStore(tx: SqlTx, { retailerId, storeId }: ReceivedFeed["store"]): Promise<void> {
  const found = await lockStores(tx, retailerId, [storeId]);
  if (!found.length) throw storeNotFound();
}

/**
 * Records a feed's ingest, what it makes of its source, and that it takes the place of a held one, if it was applied or
 * changed nothing.
 */
export async function recordFeed(
  ctx: Context,
  tx: SqlTx,
  received: SentFeed & { bytes?: Spool },
  ingest: Ingest,
  rejections = new Rejections(),
): Promise<void> {
  const { store, bytes } = received;
  recordIngest(ctx, tx, { ...store, ingest, rejections: rejections.kept, digest: bytes?.digest });
  await changeSource(
    tx,
    store,
    { ...sourceChange(ingest), provider: providerBy(ctx), latestIngest: ingest, heard: true },
    ctx.now(),
  );
  if (isGood(ingest)) dropHeldFeed(tx, store);
}

/** Where the stock of a store comes from that was never connected. */
const providerBy = ({ actor }: Context): string => (actor?.kind === "staff" ? "csv-upload" : "api");

const isGood = ({ status }: Ingest): boolean => status === "applied" || status === "unchanged";

function sourceChange(ingest: Ingest): SourceChange {
  if (isGood(ingest)) return { status: "connected", warnings: { FeedHeld: null } };
  return ingest.status === "refused" ? { status: "invalid" } : { warnings: { FeedHeld: ingest.reason } };
}
