import type { Tx } from "@highstreet/db";
import { isRevertible } from "../../core/history/is-revertible.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { checkUnchanged, restoreEdits } from "../customizations/index.ts";
import { operationNotFound, presentOperation } from "./internal/operation-row.ts";
import { startOperation } from "./internal/start-operation.ts";
import type { GetOperation, Operation } from "./operations.schema.ts";

/** The whole check and the revert of an operation of 100,000 products. */
const STATEMENT_MS = 60_000;

/**
 * Takes back all edits of an operation, or none. Stops the operation if it still runs. The revert is an operation, too, so it can be
 * reverted.
 * @throws OperationNotFound; ChangedSince, with the products that were edited again; ValidationFailed if it has other changes
 */
export async function revertOperation(ctx: Context, input: GetOperation): Promise<Operation> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { operationId } = input;
  if (!isId(operationId)) throw operationNotFound();
  const revert = async (tx: Tx): Promise<Operation> => {
    await stop(ctx, tx, retailerId, operationId);
    const itemKeys = await editedItems(tx, retailerId, operationId);
    const edits = { retailerId, of: "operation_id", id: operationId } as const;
    await checkUnchanged(tx, edits);
    const reverting = { retailerId, kind: "revert", reverts: operationId } as const;
    const row = await startOperation(ctx, tx, reverting, itemKeys, async (inside) => {
      await restoreEdits(inside, tx, edits);
    });
    return presentOperation(row);
  };
  return ctx.db.transaction({ retailerId }, revert, { statementMs: STATEMENT_MS });
}

/** Ends an operation that still runs. Waits for its current batch. */
async function stop(ctx: Context, { prisma }: Pick<Tx, "prisma">, retailerId: string, id: string): Promise<void> {
  const running = await prisma.operation.count({ where: { retailerId, id, finishedAt: null } });
  if (!running) return;
  await prisma.operationBatch.deleteMany({ where: { retailerId, operationId: id } });
  const data = { status: "stopped", finishedAt: ctx.now() } as const;
  await prisma.operation.updateMany({ where: { retailerId, id, finishedAt: null }, data });
}

/** The items that an operation has edited. @throws OperationNotFound, ValidationFailed */
async function editedItems({ prisma }: Pick<Tx, "prisma">, retailerId: string, operationId: string): Promise<string[]> {
  const where = { retailerId, operationId };
  const actions = await prisma.historyEntry.groupBy({ by: ["action"], where });
  // A bulk edit that changed nothing has no entries.
  if (!actions.length && !(await prisma.operation.count({ where: { retailerId, id: operationId } }))) {
    throw operationNotFound();
  }
  const other = actions.find((entry) => !isRevertible(entry));
  if (other) {
    const detail = `Only edits of products can be undone; this operation has ${other.action}.`;
    throw new DomainError("ValidationFailed", detail);
  }
  const items = await prisma.historyEntry.groupBy({ by: ["itemKey"], where, orderBy: { itemKey: "asc" } });
  return items.flatMap(({ itemKey }) => itemKey ?? []);
}
