import { z } from "zod";
import { procedure, router } from "../../kernel/trpc.ts";
import { editByFilter } from "./edit-by-filter.ts";
import { getOperation } from "./get-operation.ts";
import { importEdits } from "./import-edits.ts";
import {
  EditByFilter,
  EditPlan,
  GetOperation,
  ImportEdits,
  ImportPlan,
  Operation,
  PlanEdit,
  PlanImport,
} from "./operations.schema.ts";
import { planEdit } from "./plan-edit.ts";
import { planImport } from "./plan-import.ts";
import { revertOperation } from "./revert-operation.ts";

/** Bulk edits, their progress, and reverts of whole operations. */
export const operations = router({
  planEdit: procedure
    .meta({ access: "inventory:write" })
    .input(PlanEdit)
    .output(EditPlan)
    // A mutation, because 1,000 barcodes do not fit into an address.
    .mutation(({ ctx, input }) => planEdit(ctx, input)),
  editByFilter: procedure
    .meta({ access: "inventory:write" })
    .input(EditByFilter)
    .output(z.union([Operation, EditPlan]))
    .mutation(({ ctx, input }) => editByFilter(ctx, input)),
  planImport: procedure
    .meta({ access: "inventory:write" })
    .input(PlanImport)
    .output(ImportPlan)
    .mutation(({ ctx, input }) => planImport(ctx, input)),
  importEdits: procedure
    .meta({ access: "inventory:write" })
    .input(ImportEdits)
    .output(Operation)
    .mutation(({ ctx, input }) => importEdits(ctx, input)),
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
