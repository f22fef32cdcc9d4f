import { longTimeouts, one, type SqlTx } from "@highstreet/db";
import { holdRetailer } from "../../access/find-retailer.ts";
import { joinForSize } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { endUndo, stageUndo } from "../ingest/index.ts";
import type { FeedUndo } from "../ingest/ingest.schema.ts";
import type { UndoProducts } from "./products.schema.ts";
import { clearStageSql, countRestorableSql, openStageSql, restoreProductsSql, stageWasSql } from "./products.sql.ts";
import { markListed } from "./put-products.ts";
import { findProductIngest } from "./read-products.ts";

/**
 * The products that a file has changed get back their data. Products that were written since stay as they are. With `onlyCount`, only counts.
 * @throws IngestNotFound, IngestNotUndoable
 */
export async function undoProducts(ctx: Context, input: UndoProducts): Promise<FeedUndo> {
  const { retailerId, id: ingestId } = await findProductIngest(ctx, input);
  const undo = async (tx: SqlTx): Promise<FeedUndo> => {
    await holdRetailer(tx, retailerId);
    await tx.query(openStageSql);
    await tx.query(clearStageSql);
    const of = { retailerId, storeId: null, ingestId };
    const { total, writtenAt } = await stageUndo(ctx, tx, of, (rows) => tx.query(stageWasSql, [rows]));
    const { count } = one(await tx.query<{ count: number }>(countRestorableSql, [retailerId, writtenAt]));
    const undone = { restoredItems: count, keptItems: total - count };
    if (input.onlyCount) return undone;
    const now = ctx.now();
    await tx.execute(restoreProductsSql, [retailerId, writtenAt, now]);
    await joinForSize(tx, count);
    await markListed(tx, retailerId, now);
    await endUndo(ctx, tx, of, undone);
    return undone;
  };
  return ctx.db.sqlTransaction({ retailerId, part: "products" }, undo, longTimeouts);
}
