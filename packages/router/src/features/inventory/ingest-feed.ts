import type { SqlTx } from "@highstreet/db";
import type { StockFeed } from "../../feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { foreseeStock, planFor, type StockWrite, writeStock } from "./apply-stock.ts";
import { buildDigest } from "./build-digest.ts";
import { compareFeed } from "./compare-feed.ts";
import { watchUnseen } from "./expire-unseen.ts";
import type { Ingest } from "./inventory.schema.ts";
import { lockStore, type ReceivedFeed } from "./received-feed.ts";
import { Rejections } from "./record-ingest.ts";
import { sourceWarnings } from "./source-warnings.ts";
import { openStage } from "./stock-stage.ts";
import { readDigest, writeDigest } from "./stored-digest.ts";

interface CurrentStock {
  country: string;
  currency: string;
  version: number;
  inStock: number;
  /** When a feed last named the store's items. */
  appliedAt: Date | null;
}

const readCurrent = `
  SELECT s.country, s.currency, s.stock_version AS version, s.in_stock_count AS "inStock", i.applied_at AS "appliedAt"
  FROM store s LEFT JOIN inventory_source i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = $1 AND s.store_id = $2`;

/** Contract §3, Guard: the fewest items in stock of which a feed is kept from emptying more than half. */
const GUARDED = 20;

const wouldEmpty = ({ emptied }: { emptied: number }, { inStock }: CurrentStock): boolean =>
  inStock >= GUARDED && emptied * 2 > inStock;

/** Room for the lines of a feed that may all be new; one of longer lines leaves some of it empty. */
const roomFor = (bytes: number): number => Math.min(bytes / 30, 1 << 20);

const nothing = { changedItems: 0, newItems: 0, unseenSince: null, version: undefined };

/** A held feed that is accepted: items written since it came stay as they are. */
export interface Accepted {
  since: Date;
}

/** What became of a feed: its ingest's fields, and its rejected lines. */
export interface IngestedFeed {
  outcome: Omit<Ingest, "id" | "createdAt" | "mode" | "durationMs">;
  rejections: Rejections;
}

/**
 * Applies a stock feed to its store, whose lock it takes: compares its lines with the store's digest, writes what changes and
 * announces it. A feed without a valid line, or one that would empty the store, writes nothing.
 */
export async function ingestFeed(
  ctx: Context,
  tx: SqlTx,
  { store, mode, bytes }: ReceivedFeed,
  feed: StockFeed,
  accepted?: Accepted,
): Promise<IngestedFeed> {
  await lockStore(tx, store);
  const now = ctx.now();
  const [current] = await tx.query<CurrentStock>(readCurrent, [store.retailerId, store.storeId]);
  if (!current) throw new Error(`store ${store.storeId} is gone`);
  const isReplacing = mode === "replace";
  const room = roomFor(bytes.size);
  let isAgain = false;
  const { kept, digest, rejections, compared } = await feed.read(async (read) => {
    await openStage(tx);
    if (isAgain) await tx.query("DELETE FROM stock_stage");
    isAgain = true;
    const kept = await readDigest(tx, store, current.version, room);
    const digest = kept ?? (await buildDigest(tx, store, room));
    const rejections = new Rejections();
    const from = { read, isReplacing, onLines: ctx.onLines };
    const hadItems = digest.count > 0;
    const compared = await compareFeed(tx, { ...store, ...current }, from, digest, rejections);
    return { kept, digest, rejections, compared: { ...compared, known: hadItems } };
  });
  const { staged, touched, known, ...lines } = compared;
  const counts = {
    ...lines,
    ...{ numberOfLines: lines.validLines + rejections.count, rejectedLines: rejections.count },
  };
  if (!lines.validLines) {
    const reason = "The feed has no line that could be taken.";
    return { outcome: { ...counts, status: "refused", changedItems: 0, newItems: 0, reason }, rejections };
  }
  const write: StockWrite = {
    ...{ store: { ...store, ...current }, now, shape: staged * 10 < digest.count ? "sparse" : "dense" },
    ...{ namedAt: null, absentSince: current.appliedAt ?? now, unlessSince: accepted?.since },
  };
  planFor(tx, write.shape);
  if (!accepted && wouldEmpty(digest, current)) {
    const { changedItems, newItems, emptied } = await foreseeStock(tx, write);
    const reason = sourceWarnings.feedHeld({ emptied, inStock: current.inStock });
    return { outcome: { ...counts, status: "held", changedItems, newItems, reason }, rejections };
  }
  // The digest does not know what an accepted feed leaves alone.
  const { emptied, filled } = accepted ? await foreseeStock(tx, write) : digest;
  const { changedItems, newItems, unseenSince, version } = staged
    ? await writeStock(tx, write, { rows: staged, known, touched, emptied, filled })
    : nothing;
  watchUnseen(tx, store, unseenSince);
  if (!accepted && (version !== undefined || !kept)) await writeDigest(tx, store, version ?? current.version, digest);
  return { outcome: { ...counts, status: "applied", changedItems, newItems, reason: null }, rejections };
}
