import type { Prisma } from "@highstreet/db";
import { DomainError } from "../../../kernel/errors.ts";
import type { Operation } from "../operations.schema.ts";

export type OperationRow = Prisma.OperationGetPayload<object>;

export function operationNotFound(): DomainError {
  return new DomainError("OperationNotFound", "The retailer has no operation with this id.");
}

/** An operation as the API shows it. */
export function presentOperation(row: OperationRow): Operation {
  const { id, kind, status, total, done, storeId, filter, edit, reverts, problem } = row;
  return {
    ...{ id, kind, status, total, done, storeId, reverts },
    filter: filter as Operation["filter"],
    edit: edit as Operation["edit"],
    problem: problem as Operation["problem"],
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
