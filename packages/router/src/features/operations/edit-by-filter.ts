import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { editItems, planEdit as planItems } from "../customizations/index.ts";
import { presentOperation } from "./internal/operation-row.ts";
import { selectItems, selectionOf, storeOf } from "./internal/selection.ts";
import { startOperation } from "./internal/start-operation.ts";
import type { EditByFilter, EditPlan, Operation } from "./operations.schema.ts";
import { planEdit } from "./plan-edit.ts";

/** Selecting 100,000 items, and storing their keys. */
const STATEMENT_MS = 60_000;

/**
 * Edits the products that a dry run has selected. A dry run only counts them.
 * @throws ValidationFailed without a selection; ChangedSince if the filter finds other products now; StoreNotFound, UnknownChannel,
 * ChannelNotEnabledForStore, QuotaExceeded
 */
export async function editByFilter(ctx: Context, input: EditByFilter): Promise<Operation | EditPlan> {
  if (ctx.isDryRun) return planEdit(ctx, input);
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { filter, edit, selection } = input.body;
  if (selection === undefined) {
    const message = "is missing: take it from a dry run (?dryRun=true), which counts the products first";
    throw validationFailed([{ pointer: "/selection", code: "Required", message }]);
  }
  const storeId = await storeOf(ctx, retailerId, filter);
  return ctx.db.transaction(
    { retailerId },
    async (tx) => {
      const itemKeys = await selectItems(tx, retailerId, filter);
      if (selectionOf(filter, itemKeys) !== selection) {
        const detail = `The filter finds other products now: ${itemKeys.length}. Make the dry run again.`;
        throw new DomainError("ChangedSince", detail, { products: itemKeys.length });
      }
      const target = { retailerId, storeId, itemKeys };
      // The worker has no caller who could correct the channels.
      await planItems(tx, { ...target, itemKeys: [] }, edit);
      const started = { retailerId, kind: "edit", storeId, filter, edit } as const;
      const row = await startOperation(ctx, tx, started, itemKeys, (inside) => editItems(inside, tx, target, edit));
      return presentOperation(row);
    },
    { statementMs: STATEMENT_MS },
  );
}
