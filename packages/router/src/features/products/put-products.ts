import { one, type PgTx, type SqlTx } from "@highstreet/db";
import { findRetailer, holdRetailer } from "../../access/find-retailer.ts";
import { MAX_FEED_BYTES } from "../../core/feeds/feed-size.schema.ts";
import {
  copyInto,
  feedSize,
  isRefusal,
  openProducts,
  ownerOf,
  problemOfFeed,
  productRowColumns,
  type Spool,
  spool,
  traceIngest,
} from "../../core/feeds/index.ts";
import { joinForSize, renewStatistics } from "../../core/items/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { holdRulesSql, settleProducts } from "../../core/rules/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { noCounts, Rejections, recordIngest, superseded, undoUntil } from "../ingest/index.ts";
import type { Ingest } from "../ingest/ingest.schema.ts";
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

/** Their listings may show the old product data, and rules may judge by it. */
export async function markListed(tx: SqlTx, retailerId: string, now: Date): Promise<void> {
  const stores = await tx.query<{ storeId: string }>(searchStoresSql, [retailerId]);
  // After the products are written: a change of rules waits for this transaction, or comes before it.
  const { ruleVersion } = one(await tx.query<{ ruleVersion: number }>(holdRulesSql, [retailerId]));
  if (!stores.length && !ruleVersion) return;
  const named = ruleVersion ? null : stores.map(({ storeId }) => storeId);
  const locked = await lockStores(tx, retailerId, named);
  if (stores.length) await markProductListings(tx, retailerId, now);
  const ruled = locked.flatMap(({ storeId, hasRules }) => (hasRules ? storeId : []));
  if (ruled.length) await settleProducts(tx, retailerId, ruled, now);
}

async function stageLines(tx: PgTx, bytes: Spool, columns: PutProducts["columns"]) {
  const feed = await openProducts(bytes, { columns });
  return feed.read(async (read) => {
    // A feed is read once more if its parser ends.
    await tx.query(clearStageSql);
    const result = await copyInto(tx, `product_stage (${productRowColumns})`, (write) => read(write));
    const { rejections, rejectedLines, ...header } = result;
    return { header, rejections: new Rejections(rejections, rejectedLines) };
  });
}

/** Counts all lines, and reads back only those to record. */
async function rejectSuperseded(tx: SqlTx, rejections: Rejections): Promise<void> {
  const gone = one(await tx.query<SupersededRow>(rejectSupersededSql, [rejections.room]));
  for (const { line, itemKey } of gone.first) rejections.add(superseded(line, itemKey));
  rejections.count += gone.count - gone.first.length;
}

/** `bytes` is set once the data has arrived completely. */
interface SentProducts {
  retailerId: string;
  bytes?: Spool;
  started: number;
}

async function record(
  ctx: Context,
  tx: SqlTx,
  { retailerId, bytes, started }: SentProducts,
  result: Partial<Ingest> & Pick<Ingest, "status">,
  rejections = new Rejections(),
): Promise<Ingest> {
  const now = ctx.now();
  const durationMs = Math.round(performance.now() - started);
  const ingest: Ingest = {
    id: newId(now),
    createdAt: now.toISOString(),
    mode: "update",
    ...noCounts,
    ...result,
    durationMs,
  };
  await recordIngest(ctx, tx, {
    retailerId,
    storeId: null,
    ingest,
    rejections: rejections.kept,
    digest: bytes?.digest,
  });
  return ingest;
}

async function ingest(
  ctx: Context,
  tx: PgTx,
  received: SentProducts,
  bytes: Spool,
  columns: PutProducts["columns"],
): Promise<Ingest> {
  await holdRetailer(tx, received.retailerId);
  await tx.query(openStageSql);
  const { header, rejections } = await stageLines(tx, bytes, columns);
  await tx.query(keepExactKeysSql, [received.retailerId, null]);
  await rejectSuperseded(tx, rejections);
  const now = ctx.now();
  const id = newId(now);
  const merged = one(await tx.query<MergedRow>(mergeProductsSql, [received.retailerId, id, now]));
  const { lines, ...items } = merged;
  renewStatistics(tx, "product", merged.newItems);
  const changed = merged.newItems + merged.changedItems;
  await joinForSize(tx, changed);
  if (changed) await markListed(tx, received.retailerId, now);
  const result: Partial<Ingest> & Pick<Ingest, "status"> = {
    id,
    ...items,
    undoUntil: undoUntil(now, { ...items, status: "applied" }),
    ...(lines
      ? { status: "applied" }
      : { status: "refused", reason: "The feed has no valid line.", problem: { code: "NoValidLine", parameters: {} } }),
    ...header,
    numberOfLines: lines + rejections.count,
    validLines: lines,
    rejectedLines: rejections.count,
  };
  return record(ctx, tx, received, result, rejections);
}

/**
 * Product data alone creates neither items nor events.
 * @throws UnrecognisedFeed and FeedTooComplex (the refused ingest is recorded), RetailerNotFound
 */
export async function putProducts(ctx: Context, input: PutProducts): Promise<Ingest> {
  return traceIngest(ctx, () => takeProducts(ctx, input));
}

async function takeProducts(ctx: Context, input: PutProducts): Promise<Ingest> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const sent: SentProducts = { retailerId, started: performance.now() };
  try {
    const bytes = await spool(input.feed, { limit: MAX_FEED_BYTES, owner: ownerOf(ctx.actor, retailerId) });
    sent.bytes = bytes;
    const scope = { retailerId, part: "products" } as const;
    return await ctx.db.bulkTransaction(scope, feedSize(bytes.size), (tx) =>
      ingest(ctx, tx, sent, bytes, input.columns),
    );
  } catch (error) {
    if (isRefusal(error)) {
      const { message: reason } = error;
      const problem = problemOfFeed(error);
      await ctx.db.sqlTransaction({ retailerId, part: "products" }, async (tx) =>
        record(ctx, tx, sent, { status: "refused", reason, problem }),
      );
    }
    throw error;
  } finally {
    await sent.bytes?.close();
  }
}
