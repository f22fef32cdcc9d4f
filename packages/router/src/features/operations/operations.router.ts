import { procedure, router } from "../../kernel/trpc.ts";
import { getOperation } from "./get-operation.ts";
import { GetOperation, Operation } from "./operations.schema.ts";
import { revertOperation } from "./revert-operation.ts";

/** Bulk edits, their progress, and reverts of whole operations. */
export const operations = router({
  get: procedure
    .meta({ access: "inventory:read" })
    .input(GetOperation)
    .output(Operation)
    .query(({ ctx, input }) => getOperation(ctx, input)),
  revert: procedure
    .meta({ access: "inventory:write" })
    .input(GetOperation)
    .output(Operation)
    .mutation(({ ctx, input }) => revertOperation(ctx, input)),
});
