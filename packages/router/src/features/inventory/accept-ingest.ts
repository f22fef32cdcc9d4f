import type { SqlTx } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import { LARGEST_FEED } from "../../feeds/feed-size.schema.ts";
import { openStock, ownerOf, type StockFeed, spool } from "../../feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { changeSource } from "./change-source.ts";
import { findIngest } from "./find-ingest.ts";
import { forgetHeldFeed, readHeldFeed } from "./held-feed.ts";
import { ingestFeed } from "./ingest-feed.ts";
import { ingestWrite } from "./ingest-write.ts";
import type { GetIngest, Ingest } from "./inventory.schema.ts";
import { presentIngest } from "./present-ingest.ts";
import { lockStore } from "./received-feed.ts";

const isHeld = `
  SELECT FROM ingest WHERE retailer_id = $1 AND store_id = $2 AND ingest_id = $3 AND status = 'held'`;

// Without the stock's version: the same bytes sent again are compared, since items may have been left as they were.
const save = `
  UPDATE ingest SET status = 'applied', reason = NULL, changed_items = $4, new_items = $5, duration_ms = $6, stock_version = NULL
  WHERE retailer_id = $1 AND store_id = $2 AND ingest_id = $3`;

/**
 * Applies a held feed (contract §3, Guard), but for items that were written since it came.
 * @throws IngestNotFound; IngestNotHeld, also when another feed took its place meanwhile
 */
export async function acceptIngest(ctx: Context, input: GetIngest): Promise<Ingest> {
  const held = presentIngest(await findIngest(ctx, input));
  const accept = (tx: SqlTx) => acceptHeld(ctx, tx, input, held);
  return ctx.db.bulkTransaction(input, "large", accept);
}

async function acceptHeld(ctx: Context, tx: SqlTx, input: GetIngest, held: Ingest): Promise<Ingest> {
  const started = performance.now();
  const { retailerId, storeId, ingestId } = input;
  const { mode } = held;
  const store = { retailerId, storeId };
  await lockStore(tx, store);
  const [found] = await tx.query(isHeld, [retailerId, storeId, ingestId]);
  if (!found || mode === "patch") {
    throw new DomainError("IngestNotHeld", "The ingest is not held: it was applied, or another feed took its place.");
  }
  const bytes = await spool(readHeldFeed(tx, retailerId, ingestId), {
    ...{ limit: LARGEST_FEED, owner: ownerOf(ctx.actor, retailerId) },
  });
  let feed: StockFeed | undefined;
  try {
    const received = { store, mode, bytes, started };
    feed = await openStock(bytes);
    const { outcome } = await ingestFeed(ctx, tx, received, feed, { since: new Date(held.createdAt) });
    const durationMs = Math.round(performance.now() - started);
    const ingest: Ingest = { ...held, ...outcome, durationMs };
    tx.send(save, [retailerId, storeId, ingestId, ingest.changedItems, ingest.newItems, durationMs]);
    recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
    const change = { status: "connected", latestIngest: ingest, warnings: { FeedHeld: null } } as const;
    await changeSource(tx, store, change, ctx.now());
    await forgetHeldFeed(tx, retailerId, ingestId);
    return ingest;
  } finally {
    feed?.close();
    await bytes.close();
  }
}
