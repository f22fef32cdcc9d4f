import type { PgTx } from "@highstreet/db";
import type { StockOptions } from "../../core/feeds/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { sanitizeJson } from "../../kernel/text.ts";
import { changeSource, goodFeed } from "../sources/index.ts";
import type { GetIngest, Ingest } from "./ingest.schema.ts";
import { acceptIngestSql, deleteHeldFeedSql, heldIngestSql } from "./ingests.sql.ts";
import { linesOfHeld } from "./internal/feed-lines.ts";
import { undoUntil } from "./internal/feed-undo.ts";
import { ingestWrite, type StoredHeader, storedHeader } from "./internal/record-ingest.ts";
import { stockOptions } from "./internal/stock-options.ts";
import { ingestFeed } from "./internal/take-feed.ts";
import { findIngest, ingestNotHeld, presentIngest } from "./read-ingests.ts";
import { keepStockSql } from "./undo.sql.ts";

/**
 * Items that were written after the feed arrived stay as they are.
 * @throws IngestNotFound; IngestNotHeld, also if another feed has replaced the held feed
 */
export async function acceptIngest(ctx: Context, input: GetIngest): Promise<Ingest> {
  const row = await findIngest(ctx, input);
  const { mapping } = row.header as Partial<StoredHeader>;
  const store = await findStore(ctx, input);
  const options = { ...(await stockOptions(ctx, store)), columns: mapping };
  return ctx.db.bulkTransaction(store, "large", (tx) => acceptHeld(ctx, tx, store, presentIngest(row), options));
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
  const lines = await linesOfHeld(ctx, tx, store, ingestId, options);
  try {
    const { outcome } = await ingestFeed(ctx, tx, { store, mode, lines, started }, { since: new Date(held.createdAt) });
    const durationMs = Math.round(performance.now() - started);
    const now = ctx.now();
    const ingest: Ingest = sanitizeJson({ ...held, ...outcome, durationMs, undoUntil: undoUntil(now, outcome) });
    if (ingest.undoUntil) await tx.query(keepStockSql, [retailerId, ingestId, now]);
    const { columns, changedItems, newItems } = ingest;
    const texts = [JSON.stringify(columns), JSON.stringify(storedHeader(ingest))];
    await tx.execute(acceptIngestSql, [retailerId, storeId, ingestId, changedItems, newItems, durationMs, ...texts]);
    await recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
    const change = { status: "connected", latestIngest: ingest, warnings: goodFeed } as const;
    await changeSource(tx, store, change, now);
    await tx.query(deleteHeldFeedSql, [retailerId, ingestId]);
    return ingest;
  } finally {
    await lines.close();
  }
}
