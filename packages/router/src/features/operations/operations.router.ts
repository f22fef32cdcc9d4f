import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
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
  editByFilter: mutation(filtered, EditByFilter, z.union([Operation, EditPlan]), editByFilter),
  planImport: mutation(inStore, PlanImport, ImportPlan, planImport),
  importEdits: mutation(inStore, ImportEdits, Operation, importEdits),
  get: query(procedure.meta({ access: "inventory:read", stores: "own" }), GetOperation, Operation, getOperation),
  revert: mutation(
    procedure.meta({ access: "inventory:write", stores: "own" }),
    GetOperation,
    Operation,
    revertOperation,
  ),
});
