import { findItem, productNotFound } from "../../core/items/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { canAccessRetailer, partnerToOwn, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId, storeKeyOf } from "../../kernel/ids.ts";
import type { Customization, EditProduct, Edits } from "./customizations.schema.ts";
import { type EditableRow, type EditedInStoreRow, editableSql, editInStoreSql } from "./customizations.sql.ts";
import { checkSameStore } from "./internal/check-same-store.ts";
import { checkMerged, mergeValues, type PlannedMerge, planMerge, type Target } from "./internal/merge-customization.ts";
import { finishEdits, saveCustomization } from "./internal/save-customization.ts";

/**
 * Edits a product for all stores, or for one store. With `ifVersion`, the edit is made only if the product still has this version.
 * @throws RetailerNotFound, StoreNotFound, ProductNotFound, in this order; PreconditionFailed; the errors of `saveCustomization`
 */
export async function editProduct(ctx: Context, input: EditProduct): Promise<Customization> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const scope = { retailerId: input.retailerId.toLowerCase(), storeId: input.storeId?.toLowerCase() ?? null };
  const target: Target = { ...scope, ...(await findItem(ctx.db, scope, input.barcode)) };
  const { storeId: sentBack, ...edits } = input.body;
  const asked = input.ifVersion === undefined ? ctx : { ...ctx, ifMatch: new Set([input.ifVersion]) };
  if (target.storeId !== null && isId(target.storeId)) {
    return editInStore(asked, await planned(asked, target, edits, sentBack), target.storeId);
  }
  await checkEditable(ctx, target);
  checkSameStore(target.storeId, sentBack);
  const { customization } = await ctx.db.sqlTransaction(target, (tx) => saveCustomization(asked, tx, target, edits));
  return customization;
}

/** The plan of an edit of one store. A missing retailer, store or item has priority over an invalid edit. */
async function planned(ctx: Context, target: Target, edits: Edits, sentBack: unknown): Promise<PlannedMerge> {
  try {
    checkSameStore(target.storeId, sentBack);
    return planMerge(ctx, target, edits);
  } catch (error) {
    await checkEditable(ctx, target);
    throw error;
  }
}

async function checkEditable(ctx: Context, { retailerId, storeId, itemKey }: Target): Promise<void> {
  const storeIds = storeId === null ? [] : [storeKeyOf({ retailerId, storeId })];
  const [found] = await ctx.db.query<EditableRow>(storeId === null ? editableSql.inAnyStore : editableSql.inStore, [
    ...[retailerId, itemKey, ...storeIds],
  ]);
  if (!found || !canAccessRetailer(ctx.actor, { retailerId, ...found })) throw retailerNotFound();
  checkFound(found);
}

function checkFound({ hasStore, hasItem }: Pick<EditableRow, "hasStore" | "hasItem">): void {
  if (!hasStore) throw storeNotFound();
  if (!hasItem) throw productNotFound();
}

/** The edit of one store needs two round trips: one to check, merge and lock, and one to publish and commit. */
function editInStore(ctx: Context, plan: PlannedMerge, storeId: string): Promise<Customization> {
  const { retailerId } = plan.target;
  const partnerId = partnerToOwn(ctx.actor, retailerId);
  if (partnerId === undefined) throw retailerNotFound();
  const values = [...mergeValues(plan), partnerId === "any" ? null : partnerId];
  return ctx.db.sqlTransaction(plan.target, async (tx) => {
    const [edited] = await tx.query<EditedInStoreRow>(editInStoreSql, values);
    if (!edited) throw retailerNotFound();
    checkFound(edited);
    const merged = checkMerged(ctx, plan, edited);
    await finishEdits(ctx, tx, { retailerId, storeIds: edited.isLocked ? [storeId] : [] }, [merged]);
    return merged.customization;
  });
}
