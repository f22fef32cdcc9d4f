import type { SqlTx } from "@highstreet/db";
import { lockStores } from "../../core/log/index.ts";
import { LARGEST_FEED } from "../../feeds/feed-size.schema.ts";
import {
  isRefusal,
  openProducts,
  ownerOf,
  type ProductFeed,
  productRowColumns,
  type Spool,
  spool,
  turnOf,
} from "../../feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { openCopy } from "../../kernel/copy.ts";
import { findRetailer, holdRetailer } from "../../kernel/find-retailer.ts";
import { newId } from "../../kernel/ids.ts";
import { Rejections, recordIngest } from "../inventory/index.ts";
import type { Ingest } from "../inventory/inventory.schema.ts";
import { markProductListings } from "../listings/index.ts";
import { supersede } from "./product-stage.sql.ts";
import type { PutProducts } from "./products.schema.ts";

const openStage = `
  SET LOCAL plan_cache_mode = force_custom_plan;
  SET LOCAL client_min_messages = warning;
  CREATE TEMPORARY TABLE IF NOT EXISTS product_stage (
    line int, item_key text, title text, description text, brand text, images text[], category text, color text, size text,
    group_id text
  ) ON COMMIT DELETE ROWS`;

const fields = ["title", "description", "brand", "images", "category", "color", "size", "group_id"];

/** Blank keeps what is known. */
const kept = (field: string): string =>
  field === "images"
    ? "CASE WHEN cardinality(excluded.images) > 0 THEN excluded.images ELSE p.images END"
    : `COALESCE(excluded.${field}, p.${field})`;

const merge = `
  WITH merged AS (
    INSERT INTO product AS p (retailer_id, item_key, ${fields.join(", ")}, updated_at)
    SELECT $1, item_key, ${fields.map((field) => (field === "images" ? "COALESCE(images, '{}')" : field)).join(", ")}, $2
    FROM product_stage ORDER BY item_key
    ON CONFLICT (retailer_id, item_key) DO UPDATE
    SET ${fields.map((field) => `${field} = ${kept(field)}`).join(", ")}, updated_at = excluded.updated_at
    WHERE (${fields.map(kept).join(", ")}) IS DISTINCT FROM (${fields.map((field) => `p.${field}`).join(", ")})
    RETURNING xmax = 0 AS is_new
  )
  SELECT (count(*) FILTER (WHERE is_new))::int AS "newItems", (count(*) FILTER (WHERE NOT is_new))::int AS "changedItems"
  FROM merged`;

const publishing = `SELECT store_id AS "storeId" FROM channel WHERE retailer_id = $1 AND channel = 'search'`;

/** What the search engine shows of the items may be called otherwise now. */
async function markListed(tx: SqlTx, retailerId: string, now: Date): Promise<void> {
  const stores = await tx.query<{ storeId: string }>(publishing, [retailerId]);
  if (!stores.length) return;
  await lockStores(
    tx,
    retailerId,
    stores.map(({ storeId }) => storeId),
  );
  markProductListings(tx, retailerId, now);
}

/** Stages the valid lines of a feed. @returns its columns, and its rejected lines */
function stageLines(tx: SqlTx, feed: ProductFeed) {
  let isAgain = false;
  return feed.read(async (read) => {
    if (isAgain) await tx.query("DELETE FROM product_stage");
    isAgain = true;
    const rejections = new Rejections();
    const copy = openCopy(tx, `product_stage (${productRowColumns})`);
    const ended = read(async ({ rows, rejected, rejections: first }) => {
      for (const [line, field, code, message, value] of first) rejections.add({ line, field, code, message, value });
      rejections.count += rejected - first.length;
      await copy.write(rows);
    });
    // Also waits after an invalid feed, so that the connection is free for statements.
    await ended.catch(() => undefined);
    await copy.end();
    return { columns: (await ended).columns, rejections };
  });
}

/** Rejects lines whose item is in a later line. Counts all of them, and reads back only the lines to record. */
async function rejectSuperseded(tx: SqlTx, rejections: Rejections): Promise<void> {
  const [gone] = await tx.query<{ count: number; first: { line: number; itemKey: string }[] }>(supersede, [
    rejections.room,
  ]);
  if (!gone) throw new Error("an aggregate gave no row");
  const message = "A later line of the feed has the same barcode.";
  for (const { line, itemKey } of gone.first) {
    rejections.add({ line, field: "barcode", code: "superseded", message, value: itemKey });
  }
  rejections.count += gone.count - gone.first.length;
}

const nothing = {
  ...{ columns: {}, numberOfLines: 0, validLines: 0, inStockValidLines: 0 },
  ...{ changedItems: 0, newItems: 0, rejectedLines: 0, reason: null },
};

/** A body of product data for a retailer; `bytes`: set once the body has arrived completely. */
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

async function take(ctx: Context, tx: SqlTx, received: SentProducts, feed: ProductFeed): Promise<Ingest> {
  holdRetailer(tx, received.retailerId);
  await tx.query(openStage);
  const { columns, rejections } = await stageLines(tx, feed);
  await rejectSuperseded(tx, rejections);
  const [staged] = await tx.query<{ lines: number }>("SELECT count(*)::int AS lines FROM product_stage");
  const now = ctx.now();
  const [merged] = await tx.query<{ newItems: number; changedItems: number }>(merge, [received.retailerId, now]);
  if (!staged || !merged) throw new Error("an aggregate gave no row");
  if (merged.newItems || merged.changedItems) await markListed(tx, received.retailerId, now);
  const result: Partial<Ingest> & Pick<Ingest, "status"> = {
    ...merged,
    ...(staged.lines
      ? { status: "applied" }
      : { status: "refused", reason: "The feed has no line that could be taken." }),
    columns,
    numberOfLines: staged.lines + rejections.count,
    validLines: staged.lines,
    rejectedLines: rejections.count,
  };
  return record(ctx, tx, received, result, rejections);
}

async function takeIn(ctx: Context, sent: SentProducts, bytes: Spool): Promise<Ingest> {
  const { retailerId } = sent;
  const feed = await openProducts(bytes);
  try {
    const scope = { retailerId, part: "products" };
    return await ctx.db.bulkTransaction(scope, turnOf(feed.header.size), (tx) => take(ctx, tx, sent, feed));
  } finally {
    feed.close();
  }
}

/**
 * Takes in product data for all stores of a retailer (contract §3). It makes no items and, alone, no events.
 * @throws UnrecognisedFeed and FeedTooComplex (the refused ingest is recorded), RetailerNotFound
 */
export async function putProducts(ctx: Context, input: PutProducts): Promise<Ingest> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const sent: SentProducts = { retailerId, started: performance.now() };
  try {
    const bytes = await spool(input.feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, retailerId) });
    sent.bytes = bytes;
    // A feed that waits for an earlier feed is not open in a parser yet.
    return await ctx.db.inQueue(`products of ${retailerId}`, () => takeIn(ctx, sent, bytes));
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
