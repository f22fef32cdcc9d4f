import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { editByFilter, planEdit } from "./edit-by-filter.ts";
import { getOperation } from "./get-operation.ts";
import { importEdits, planImport } from "./import-edits.ts";
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
import { revertOperation } from "./revert-operation.ts";

const filtered = procedure.meta({ access: "inventory:write", stores: "filtered" });
const inStore = procedure.meta({ access: "inventory:write", stores: "named" });

export const operations = router({
  planEdit: filtered
    .input(PlanEdit)
    .output(EditPlan)
    // A mutation, because 1,000 barcodes do not fit into an address.
    .mutation(({ ctx, input }) => planEdit(ctx, input)),
  editByFilter: filtered
    .input(EditByFilter)
    .output(z.union([Operation, EditPlan]))
    .mutation(({ ctx, input }) => editByFilter(ctx, input)),
  planImport: inStore
    .input(PlanImport)
    .output(ImportPlan)
    .mutation(({ ctx, input }) => planImport(ctx, input)),
  importEdits: inStore
    .input(ImportEdits)
    .output(Operation)
    .mutation(({ ctx, input }) => importEdits(ctx, input)),
  get: procedure
    .meta({ access: "inventory:read", stores: "own" })
    .input(GetOperation)
    .output(Operation)
    .query(({ ctx, input }) => getOperation(ctx, input)),
  revert: procedure
    .meta({ access: "inventory:write", stores: "own" })
    .input(GetOperation)
    .output(Operation)
    .mutation(({ ctx, input }) => revertOperation(ctx, input)),
});
