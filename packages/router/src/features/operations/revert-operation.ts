import type { Tx } from "@highstreet/db";
import { findRetailer, seesStore } from "../../access/find-retailer.ts";
import { isRevertible } from "../../core/history/is-revertible.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { checkUnchanged, restoreEdits } from "../customizations/index.ts";
import { operationNotFound, presentOperation } from "./get-operation.ts";
import { startOperation } from "./internal/start-operation.ts";
import type { GetOperation, Operation } from "./operations.schema.ts";

const STATEMENT_MS = 60_000;

/**
 * All edits of an operation, or none. Stops the operation if it still runs. The revert is an operation, too.
 * @throws OperationNotFound, also if the caller does not see all of its stores; ChangedSince, with the products that were edited again; ValidationFailed if it has other changes
 */
export async function revertOperation(ctx: Context, input: GetOperation): Promise<Operation> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { operationId } = input;
  if (!isId(operationId)) throw operationNotFound();
  const revert = async (tx: Tx): Promise<Operation> => {
    const storeIds = await storesIn(tx, retailerId, operationId);
    if (!storeIds.every((id) => seesStore(ctx.actor, retailerId, id))) throw operationNotFound();
    const storeId = storeIds.length === 1 ? storeIds[0] : null;
    await stop(ctx, tx, retailerId, operationId);
    const itemKeys = await editedItems(tx, retailerId, operationId);
    const edits = { retailerId, of: "operation_id", id: operationId } as const;
    await checkUnchanged(tx, edits);
    const reverting = { retailerId, kind: "revert", reverts: operationId, storeId } as const;
    const row = await startOperation(ctx, tx, reverting, itemKeys, async (inside) => {
      await restoreEdits(inside, tx, edits);
    });
    return presentOperation(row);
  };
  return ctx.db.transaction({ retailerId }, revert, { statementMs: STATEMENT_MS });
}

/** The stores of an operation and of its changes; null: all stores. */
async function storesIn({ prisma }: Pick<Tx, "prisma">, retailerId: string, id: string): Promise<(string | null)[]> {
  const changed = await prisma.historyEntry.groupBy({ by: ["storeId"], where: { retailerId, operationId: id } });
  const started = await prisma.operation.findMany({ where: { retailerId, id }, select: { storeId: true } });
  return [...new Set([...changed, ...started].map(({ storeId }) => storeId))];
}

async function stop(ctx: Context, { prisma }: Pick<Tx, "prisma">, retailerId: string, id: string): Promise<void> {
  const running = await prisma.operation.count({ where: { retailerId, id, finishedAt: null } });
  if (!running) return;
  await prisma.operationBatch.deleteMany({ where: { retailerId, operationId: id } });
  const data = { status: "stopped", finishedAt: ctx.now() } as const;
  await prisma.operation.updateMany({ where: { retailerId, id, finishedAt: null }, data });
}

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
