import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { operationNotFound, presentOperation } from "./internal/operation-row.ts";
import type { GetOperation, Operation } from "./operations.schema.ts";

/** The progress of an operation. @throws OperationNotFound, also for an operation of a single edit */
export async function getOperation(ctx: Context, input: GetOperation): Promise<Operation> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { operationId: id } = input;
  const row = isId(id)
    ? await ctx.db.prisma.operation.findUnique({ where: { retailerId_id: { retailerId, id } } })
    : null;
  if (!row) throw operationNotFound();
  return presentOperation(row);
}
