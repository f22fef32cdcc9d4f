import type { Tx } from "@highstreet/db";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { lockStores } from "../events/index.ts";
import { newId } from "../ids.ts";
import { type Spool, spool } from "../spool.ts";
import { findStore, storeNotFound } from "../stores/index.ts";
import { applyStock } from "./apply-stock.ts";
import { changeSource } from "./change-source.ts";
import type { Ingest, PutStock } from "./inventory.schema.ts";
import { Rejections, recordIngest } from "./record-ingest.ts";
import { readStockHeader, type StockFeed, stageLines } from "./stock-feed.ts";
import { copyToStage, openStage } from "./stock-stage.ts";

interface Received {
  store: { retailerId: string; storeId: string; currency: string };
  mode: "update" | "replace";
  bytes: Spool;
  started: number;
}

const nothing = {
  columns: {},
  numberOfLines: 0,
  validLines: 0,
  inStockValidLines: 0,
  changedItems: 0,
  newItems: 0,
  rejectedLines: 0,
};

/**
 * Takes in a stock feed (contract §3). The bytes are received whole before the transaction begins: a cut-off upload leaves nothing.
 * @throws UnrecognisedFeed (the refused ingest is recorded), RetailerNotFound, StoreNotFound
 */
export async function putStock(ctx: Context, input: PutStock): Promise<Ingest> {
  const store = await findStore(ctx, input);
  const started = performance.now();
  const bytes = await spool(input.feed);
  try {
    const received: Received = { store, mode: input.mode, bytes, started };
    const feed = await readStockHeader(bytes).catch(async (error: unknown) => {
      if (error instanceof DomainError) await refuse(ctx, received);
      throw error;
    });
    return await ctx.db.transaction((tx) => take(ctx, tx, received, feed));
  } finally {
    await bytes.close();
  }
}

function ingestOf(ctx: Context, received: Received, rest: Partial<Ingest> & Pick<Ingest, "status">): Ingest {
  const now = ctx.now();
  const durationMs = Math.round(performance.now() - received.started);
  return { id: newId(now), createdAt: now.toISOString(), mode: received.mode, ...nothing, ...rest, durationMs };
}

/** Records a feed that could not be read; stock stays as it is. */
async function refuse(ctx: Context, received: Received): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lock(tx, received.store);
    await record(ctx, tx, received, ingestOf(ctx, received, { status: "refused" }), new Rejections());
  });
}

async function lock(tx: Tx, store: Received["store"]): Promise<void> {
  const found = await lockStores(tx, store.retailerId, [store.storeId]);
  if (!found.length) throw storeNotFound();
}

async function record(ctx: Context, tx: Tx, received: Received, ingest: Ingest, rejections: Rejections): Promise<void> {
  const { retailerId, storeId } = received.store;
  const [store] = await tx.query<{ stockVersion: number }>(
    `SELECT stock_version AS "stockVersion" FROM store WHERE retailer_id = $1 AND store_id = $2`,
    [retailerId, storeId],
  );
  await recordIngest(ctx, tx, {
    ...{ retailerId, storeId, ingest },
    rejections: rejections.kept,
    digest: received.bytes.digest,
    stockVersion: store?.stockVersion,
  });
  const status = ingest.status === "refused" ? "invalid" : "connected";
  await changeSource(tx, received.store, { status, provider: "api", latestIngest: ingest }, ctx.now());
}

/** The last applied feed, if its bytes and mode were these and nothing else wrote to the store's items since. */
async function sameAsBefore(tx: Tx, { store, mode, bytes }: Received): Promise<Partial<Ingest> | undefined> {
  const [row] = await tx.query<Partial<Ingest>>(
    `SELECT columns, number_of_lines AS "numberOfLines", valid_lines AS "validLines",
            in_stock_valid_lines AS "inStockValidLines", rejected_lines AS "rejectedLines"
     FROM (SELECT * FROM ingest
           WHERE retailer_id = $1 AND store_id = $2 AND mode <> 'patch' AND status IN ('applied', 'unchanged')
           ORDER BY ingest_id DESC LIMIT 1) last
     WHERE mode = $3 AND digest = $4
       AND stock_version = (SELECT stock_version FROM store WHERE retailer_id = $1 AND store_id = $2)`,
    [store.retailerId, store.storeId, mode, bytes.digest],
  );
  return row;
}

async function take(ctx: Context, tx: Tx, received: Received, feed: StockFeed): Promise<Ingest> {
  const { store, mode } = received;
  let locked = false;
  if (await sameAsBefore(tx, received)) {
    await lock(tx, store);
    locked = true;
    const same = await sameAsBefore(tx, received);
    if (same) {
      const ingest = ingestOf(ctx, received, { ...same, status: "unchanged" });
      await record(ctx, tx, received, ingest, new Rejections());
      return ingest;
    }
  }

  const rejections = new Rejections();
  await openStage(tx);
  await copyToStage(tx, stageLines(received.bytes, feed, rejections));
  if (!locked) await lock(tx, store);
  const applied = await applyStock(tx, store, mode, ctx.now());
  for (const { line, barcode } of applied.superseded) {
    const message = "A later line of the feed has the same barcode.";
    rejections.add({ line, field: "barcode", code: "superseded", message, value: barcode });
  }
  const { validLines, inStockValidLines, changedItems, newItems } = applied;
  const ingest = ingestOf(ctx, received, {
    ...{ validLines, inStockValidLines, changedItems, newItems },
    status: validLines ? "applied" : "refused",
    columns: feed.columns.names,
    numberOfLines: validLines + rejections.count,
    rejectedLines: rejections.count,
  });
  await record(ctx, tx, received, ingest, rejections);
  return ingest;
}
