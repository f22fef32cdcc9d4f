import type { SqlTx } from "@highstreet/db";
import { recordHistory } from "../../../core/history/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import type { FeedUndo, Ingest } from "../ingest.schema.ts";
import { endUndoSql, type UndoableRow, undoableSql, undoPieceSql } from "../undo.sql.ts";

/** A feed can be undone for this time. Retention then removes what it has changed. */
const UNDO_MS = 24 * 3_600_000;

/** When the undo of a feed that was written now ends; null for a feed that changed nothing. */
export function undoUntil(now: Date, { status, changedItems, newItems }: Partial<Ingest>): string | null {
  const isWritten = status === "applied" && (changedItems || newItems);
  return isWritten ? new Date(now.getTime() + UNDO_MS).toISOString() : null;
}

interface Undo {
  retailerId: string;
  /** null: product data */
  storeId: string | null;
  ingestId: string;
}

/**
 * Stages what a feed has changed. Holds the ingest.
 * @param stage takes a JSON list
 * @returns the number of its items, and when they were written
 * @throws IngestNotUndoable
 */
export async function stageUndo(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId, ingestId }: Undo,
  stage: (rows: string) => Promise<unknown>,
): Promise<{ total: number; writtenAt: Date }> {
  const [found] = await tx.query<UndoableRow>(undoableSql, [retailerId, ingestId, storeId]);
  const { until = null, isConfirmed = false } = found ?? {};
  const end = until === null ? 0 : Date.parse(until);
  if (end <= ctx.now().getTime()) throw notUndoable();
  if (isConfirmed) {
    const detail = "A later feed has confirmed some of its items. Undo the later feed first, or send a correct feed.";
    throw new DomainError("IngestNotUndoable", detail, { reason: "confirmed" });
  }
  let total = 0;
  for (let part = 0; ; part++) {
    const values = [retailerId, ingestId, part];
    const [piece] = await tx.query<{ rows: string; count: number }>(undoPieceSql, values);
    if (!piece) return { total, writtenAt: new Date(end - UNDO_MS) };
    total += piece.count;
    await stage(piece.rows);
  }
}

export function notUndoable(): DomainError {
  const detail =
    "The feed cannot be undone: it changed nothing, it was undone before, or 24 hours have passed. Send a correct feed.";
  return new DomainError("IngestNotUndoable", detail);
}

/** Records an undo that was written. */
export async function endUndo(ctx: Context, tx: SqlTx, { retailerId, storeId, ingestId }: Undo, undone: FeedUndo) {
  const header = { undoUntil: null, undoneAt: ctx.now().toISOString() };
  await tx.execute(endUndoSql, [retailerId, ingestId, JSON.stringify(header)]);
  const type = storeId === null ? "products" : "stock";
  const target = { type, id: ingestId, storeId } as const;
  await recordHistory(ctx, tx, [
    { retailerId, action: `${type}.undo`, target, before: null, after: { id: ingestId, ...undone } },
  ]);
}
