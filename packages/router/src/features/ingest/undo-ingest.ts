import { longTimeouts, type SqlTx } from "@highstreet/db";
import { ahead } from "../../access/find-retailer.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { settleParts } from "./apply-stock-files.ts";
import type { FeedUndo, UndoIngest, UndoStockFile } from "./ingest.schema.ts";
import { openStage, planStock, type StockWrite, watchUnseen, writeStock } from "./internal/apply-stock.ts";
import { endUndo, notUndoable, stageUndo } from "./internal/feed-undo.ts";
import { findIngest } from "./read-ingests.ts";
import { getStockFile } from "./read-stock-files.ts";
import { clearStageSql, planForSizeSql } from "./stock.sql.ts";
import { stageWasSql } from "./undo.sql.ts";

/**
 * Undoes a stock file of several stores, store by store under one operation. A store whose part cannot be undone stays as it is. A call that
 * broke off can be repeated.
 * @throws StockFileNotFound; IngestNotUndoable if no store's part can be undone
 */
export async function undoStockFile(ctx: Context, { onlyCount, ...file }: UndoStockFile): Promise<FeedUndo> {
  const { stores } = await getStockFile(ctx, file);
  const inside = { ...ctx, operationId: ctx.operationId ?? newId(ctx.now()) };
  const undone: FeedUndo[] = [];
  let refusal: unknown = notUndoable();
  for (const { storeId, ingest } of stores) {
    if (!ingest?.undoUntil) continue;
    const { retailerId } = file;
    const part = { retailerId, storeId, ingestId: ingest.id, onlyCount };
    await undoIngest(inside, part).then(
      (one) => undone.push(one),
      (error: unknown) => {
        if (!(error instanceof DomainError) || error.status >= 500) throw error;
        refusal = error;
      },
    );
  }
  if (!undone.length) throw refusal;
  const sum = (name: keyof FeedUndo) => undone.reduce((total, one) => total + one[name], 0);
  return { restoredItems: sum("restoredItems"), keptItems: sum("keptItems") };
}

/**
 * The items that a stock file has changed get back their price, sale, quantity, currency and condition; its new items go out of stock. Items
 * that were written since stay as they are. With `onlyCount`, only counts.
 * @throws IngestNotFound, IngestNotUndoable
 */
export async function undoIngest(ctx: Context, input: UndoIngest): Promise<FeedUndo> {
  const { id: ingestId } = await findIngest(ctx, input);
  const store = await findStore(ctx, input);
  const { retailerId, storeId } = store;
  await settleParts(ctx, { retailerId, storeId });
  const undo = async (tx: SqlTx): Promise<FeedUndo> => {
    const { hasRules } = await lockStore(tx, store);
    await openStage(tx);
    await tx.execute(planForSizeSql);
    await tx.query(clearStageSql);
    const of = { retailerId, storeId, ingestId };
    const { total, writtenAt } = await stageUndo(ctx, tx, of, (rows) => tx.query(stageWasSql, [rows]));
    const now = ctx.now();
    const heard = ahead(now, store.clockAhead);
    const since = { absentSince: heard, leftOutSince: heard, unlessSince: writtenAt };
    const write: StockWrite = { store: { ...store, hasRules }, now, staged: "lines", ...since };
    const planned = await planStock(tx, write);
    const undone = { restoredItems: planned.changedItems, keptItems: total - planned.changedItems };
    if (input.onlyCount) return undone;
    await writeStock(ctx, tx, write, planned);
    await watchUnseen(tx, store, planned.since);
    await endUndo(ctx, tx, of, undone);
    return undone;
  };
  return ctx.db.sqlTransaction({ retailerId, storeId }, undo, longTimeouts);
}
