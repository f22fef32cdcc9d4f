import type { PgTx, SqlTx } from "@highstreet/db";
import { LARGEST_FEED } from "../../core/feeds/feed-size.schema.ts";
import {
  feedSize,
  isRefusal,
  openProducts,
  ownerOf,
  productRowColumns,
  type Spool,
  spool,
  traceIngest,
} from "../../core/feeds/index.ts";
import { renewStatistics } from "../../core/items/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { copyInto } from "../../kernel/copy.ts";
import { findRetailer, holdRetailer } from "../../kernel/find-retailer.ts";
import { newId } from "../../kernel/ids.ts";
import { noDetails, Rejections, recordIngest, superseded } from "../inventory/index.ts";
import type { Ingest } from "../inventory/inventory.schema.ts";
import { markProductListings } from "../listings/index.ts";
import type { PutProducts } from "./products.schema.ts";
import {
  clearStageSql,
  keepExactKeysSql,
  type MergedRow,
  mergeProductsSql,
  openStageSql,
  rejectSupersededSql,
  type SupersededRow,
  searchStoresSql,
} from "./products.sql.ts";

/** Marks the items for comparison with their listings, which may show the old product data. */
async function markListed(tx: SqlTx, retailerId: string, now: Date): Promise<void> {
  const stores = await tx.query<{ storeId: string }>(searchStoresSql, [retailerId]);
  if (!stores.length) return;
  await lockStores(
    tx,
    retailerId,
    stores.map(({ storeId }) => storeId),
  );
  markProductListings(tx, retailerId, now);
}

/** Stages the valid lines of a feed. @returns its columns and its rejected lines */
async function stageLines(tx: PgTx, bytes: Spool) {
  const feed = await openProducts(bytes);
  return feed.read(async (read) => {
    // A feed is read once more if its parser ends.
    await tx.query(clearStageSql);
    const result = await copyInto(tx, `product_stage (${productRowColumns})`, (write) => read(write));
    const { rejections, rejectedLines, ...header } = result;
    return { header, rejections: new Rejections(rejections, rejectedLines) };
  });
}

/** Rejects lines of items that are in a later line. Counts all of them, and reads back only the lines to record. */
async function rejectSuperseded(tx: SqlTx, rejections: Rejections): Promise<void> {
  const [gone] = await tx.query<SupersededRow>(rejectSupersededSql, [rejections.room]);
  if (!gone) throw new Error("an aggregate gave no row");
  for (const { line, itemKey } of gone.first) rejections.add(superseded(line, itemKey));
  rejections.count += gone.count - gone.first.length;
}

const nothing = {
  ...noDetails,
  ...{ columns: {}, numberOfLines: 0, validLines: 0, inStockValidLines: 0 },
  ...{ changedItems: 0, newItems: 0, rejectedLines: 0, reason: null },
};

/** Product data for a retailer. `bytes` is set once the data has arrived completely. */
interface SentProducts {
  retailerId: string;
  bytes?: Spool;
  started: number;
}

function record(
  ctx: Context,
  tx: SqlTx,
  { retailerId, bytes, started }: SentProducts,
  result: Partial<Ingest> & Pick<Ingest, "status">,
  rejections = new Rejections(),
): Ingest {
  const now = ctx.now();
  const durationMs = Math.round(performance.now() - started);
  const ingest: Ingest = {
    ...{ id: newId(now), createdAt: now.toISOString(), mode: "update", ...nothing, ...result, durationMs },
  };
  recordIngest(ctx, tx, {
    ...{ retailerId, storeId: null, ingest },
    rejections: rejections.kept,
    digest: bytes?.digest,
  });
  return ingest;
}

/** Merges a feed into the product data of its retailer and records the ingest. */
async function ingest(ctx: Context, tx: PgTx, received: SentProducts, bytes: Spool): Promise<Ingest> {
  holdRetailer(tx, received.retailerId);
  await tx.query(openStageSql);
  const { header, rejections } = await stageLines(tx, bytes);
  await tx.query(keepExactKeysSql, [received.retailerId, null]);
  await rejectSuperseded(tx, rejections);
  const now = ctx.now();
  const [merged] = await tx.query<MergedRow>(mergeProductsSql, [received.retailerId, now]);
  if (!merged) throw new Error("an aggregate gave no row");
  const { lines, ...items } = merged;
  renewStatistics(tx, "product", merged.newItems);
  if (merged.newItems || merged.changedItems) await markListed(tx, received.retailerId, now);
  const result: Partial<Ingest> & Pick<Ingest, "status"> = {
    ...items,
    ...(lines ? { status: "applied" } : { status: "refused", reason: "The feed has no valid line." }),
    ...header,
    numberOfLines: lines + rejections.count,
    validLines: lines,
    rejectedLines: rejections.count,
  };
  return record(ctx, tx, received, result, rejections);
}

/**
 * Takes in product data for all stores of a retailer. Product data alone creates neither items nor events.
 * @throws UnrecognisedFeed and FeedTooComplex (the refused ingest is recorded), RetailerNotFound
 */
export async function putProducts(ctx: Context, input: PutProducts): Promise<Ingest> {
  return traceIngest(ctx, () => takeProducts(ctx, input));
}

async function takeProducts(ctx: Context, input: PutProducts): Promise<Ingest> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const sent: SentProducts = { retailerId, started: performance.now() };
  try {
    const bytes = await spool(input.feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, retailerId) });
    sent.bytes = bytes;
    const scope = { retailerId, part: "products" } as const;
    return await ctx.db.bulkTransaction(scope, feedSize(bytes.size), (tx) => ingest(ctx, tx, sent, bytes));
  } catch (error) {
    if (isRefusal(error)) {
      const { message } = error;
      await ctx.db.sqlTransaction({ retailerId, part: "products" }, async (tx) =>
        record(ctx, tx, sent, { status: "refused", reason: message }),
      );
    }
    throw error;
  } finally {
    await sent.bytes?.close();
  }
}
