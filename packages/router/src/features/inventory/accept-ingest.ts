import type { PgTx } from "@highstreet/db";
import { LARGEST_FEED } from "../../core/feeds/feed-size.schema.ts";
import { ownerOf, type StockOptions, spool } from "../../core/feeds/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { sanitizeJson } from "../../kernel/text.ts";
import { acceptIngestSql, heldIngestSql } from "./ingests.sql.ts";
import { changeSource, goodFeed } from "./internal/change-source.ts";
import { deleteHeldFeed, readHeldFeed } from "./internal/held-feed.ts";
import { ingestFeed } from "./internal/ingest-feed.ts";
import { findIngest, ingestNotHeld, presentIngest } from "./internal/ingests.ts";
import { lockStore } from "./internal/received-feed.ts";
import { ingestWrite, type StoredHeader, storedHeader } from "./internal/record-ingest.ts";
import { stockOptions } from "./internal/stock-options.ts";
import type { GetIngest, Ingest } from "./inventory.schema.ts";

/**
 * Applies a held feed. Items that were written after the feed arrived stay as they are.
 * @throws IngestNotFound; IngestNotHeld, also if another feed has replaced the held feed
 */
export async function acceptIngest(ctx: Context, input: GetIngest): Promise<Ingest> {
  const row = await findIngest(ctx, input);
  const { mapping } = row.header as Partial<StoredHeader>;
  const store = await findStore(ctx, input);
  const options = { ...(await stockOptions(ctx, store)), columns: mapping };
  const held = presentIngest(row);
  return ctx.db.bulkTransaction(store, "large", (tx) => acceptHeld(ctx, tx, store, held, options));
}

async function acceptHeld(
  ctx: Context,
  tx: PgTx,
  { retailerId, storeId }: StoreRow,
  held: Ingest,
  options: StockOptions,
): Promise<Ingest> {
  const started = performance.now();
  const { id: ingestId, mode } = held;
  const store = { retailerId, storeId };
  await lockStore(tx, store);
  const [found] = await tx.query(heldIngestSql, [retailerId, storeId, ingestId]);
  if (!found || mode === "patch") throw ingestNotHeld();
  const bytes = await spool(readHeldFeed(tx, retailerId, ingestId), {
    ...{ limit: LARGEST_FEED, owner: ownerOf(ctx.actor, retailerId) },
  });
  try {
    const received = { store, mode, bytes, options, started };
    const { outcome } = await ingestFeed(ctx, tx, received, { since: new Date(held.createdAt) });
    const durationMs = Math.round(performance.now() - started);
    const ingest: Ingest = sanitizeJson({ ...held, ...outcome, durationMs });
    const { columns, changedItems, newItems } = ingest;
    tx.send(acceptIngestSql, [
      ...[retailerId, storeId, ingestId, changedItems, newItems, durationMs],
      ...[JSON.stringify(columns), JSON.stringify(storedHeader(ingest))],
    ]);
    recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
    const change = { status: "connected", latestIngest: ingest, warnings: goodFeed } as const;
    await changeSource(tx, store, change, ctx.now());
    await deleteHeldFeed(tx, retailerId, ingestId);
    return ingest;
  } finally {
    await bytes.close();
  }
}
