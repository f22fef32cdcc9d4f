import type { Prisma } from "@highstreet/db";
import { findRetailer, seesStore } from "../../access/find-retailer.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { GetOperation, Operation } from "./operations.schema.ts";

export type OperationRow = Prisma.OperationGetPayload<object>;

export function operationNotFound(): DomainError {
  return new DomainError("OperationNotFound", "The retailer has no operation with this id.");
}

export function presentOperation(row: OperationRow): Operation {
  const { id, kind, status, total, done, storeId, filter, edit, reverts, problem } = row;
  return {
    id,
    kind,
    status,
    total,
    done,
    storeId,
    reverts,
    filter: filter as Operation["filter"],
    edit: edit as Operation["edit"],
    problem: problem as Operation["problem"],
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** @throws OperationNotFound, also for an operation of a single edit */
export async function getOperation(ctx: Context, input: GetOperation): Promise<Operation> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { operationId: id } = input;
  const row = isId(id)
    ? await ctx.db.prisma.operation.findUnique({ where: { retailerId_id: { retailerId, id } } })
    : null;
  if (!row || !seesStore(ctx.actor, retailerId, row.storeId)) throw operationNotFound();
  return presentOperation(row);
}
