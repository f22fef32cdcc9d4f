import { type Prisma, type Tx, WaitedTooLong } from "@highstreet/db";
import type { HistoryEntry } from "../../core/history/history-entry.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import { type BulkEdits, editEachItem, editItems, type ItemEdits, restoreEdits } from "../customizations/index.ts";
import type { OperationRow } from "./get-operation.ts";

const due = { table: "operation", where: "finished_at IS NULL", since: "created_at" } as const;

/**
 * One batch of a retailer's oldest operation, and the retailers in turns. A batch and its mark commit together, so a killed run repeats
 * nothing. Several runs can work at once.
 * @throws the errors of the failed batches, after the batches of all other operations
 */
export async function runOperations(ctx: Context): Promise<void> {
  const failed = new Map<string, unknown>();
  await serveRetailers(ctx, due, async (retailerId) => {
    const operation = await ctx.db.prisma.operation.findFirst({
      where: { retailerId, finishedAt: null, id: { notIn: [...failed.keys()] } },
      orderBy: { id: "asc" },
    });
    if (!operation) return false;
    await runBatch(ctx, operation).catch((error: unknown) => {
      if (error instanceof WaitedTooLong) throw error;
      failed.set(operation.id, error);
    });
    return true;
  });
  if (failed.size) throw new AggregateError([...failed.values()], "batches of operations failed; they are retried");
}

type Batch = Pick<Prisma.OperationBatchGetPayload<object>, "itemKeys" | "edits">;

async function runBatch(ctx: Context, operation: OperationRow): Promise<void> {
  const { retailerId, id, requestId } = operation;
  const author = operation.actor as HistoryEntry["actor"];
  const inside: Context = { ...ctx, operationId: id, requestId, author };
  // A revert that met a change takes its batches back.
  const isBack = operation.problem !== null;
  const run = async (tx: Tx): Promise<void> => {
    const batch = await tx.prisma.operationBatch.findFirst({
      where: { retailerId, operationId: id, isDone: isBack },
      orderBy: { number: isBack ? "desc" : "asc" },
    });
    if (!batch) return end(ctx, tx, operation, operation.problem);
    const { number, itemKeys } = batch;
    const claimed = await tx.prisma.operationBatch.updateMany({
      where: { retailerId, operationId: id, number, isDone: isBack },
      data: { isDone: !isBack },
    });
    if (!claimed.count) return undefined;
    if (isBack) await restoreEdits(inside, tx, { retailerId, of: "operation_id", id, itemKeys, skipsChanged: true });
    else await apply(inside, tx, operation, batch);
    const done = isBack ? { decrement: itemKeys.length } : { increment: itemKeys.length };
    await tx.prisma.operation.updateMany({ where: { retailerId, id }, data: { done } });
    return undefined;
  };
  try {
    await ctx.db.transaction({ retailerId }, run, SHORT_LOCK_WAIT);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const problem = { code: error.code, detail: error.message, ...error.members };
    const fail = async (tx: Tx): Promise<void> => {
      if (operation.kind !== "revert" || isBack) return end(ctx, tx, operation, problem);
      const where = { retailerId, id, finishedAt: null };
      await tx.prisma.operation.updateMany({ where, data: { problem: problem as object } });
      return undefined;
    };
    await ctx.db.transaction({ retailerId }, fail, SHORT_LOCK_WAIT);
  }
}

async function apply(ctx: Context, tx: Tx, operation: OperationRow, batch: Batch): Promise<void> {
  const { retailerId, storeId, kind, reverts } = operation;
  const { itemKeys } = batch;
  if (kind === "import")
    await editEachItem(ctx, tx, { retailerId, storeId, itemKeys }, batch.edits as unknown as ItemEdits[]);
  else if (kind === "edit") await editItems(ctx, tx, { retailerId, storeId, itemKeys }, operation.edit as BulkEdits);
  else if (reverts !== null) await restoreEdits(ctx, tx, { retailerId, of: "operation_id", id: reverts, itemKeys });
}

async function end(ctx: Context, { prisma }: Tx, { retailerId, id }: OperationRow, problem: unknown): Promise<void> {
  await prisma.operationBatch.deleteMany({ where: { retailerId, operationId: id } });
  const status = problem ? "failed" : "done";
  await prisma.operation.updateMany({
    where: { retailerId, id, finishedAt: null },
    data: { status, finishedAt: ctx.now(), ...(problem ? { problem } : {}) },
  });
}
