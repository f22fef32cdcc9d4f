import { itemKeyOf, productNotFound } from "../../core/items/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import type { Customization, EditProduct } from "./customizations.schema.ts";
import { type EditableRow, editableSql } from "./customizations.sql.ts";
import { checkSameStore } from "./internal/check-same-store.ts";
import { saveCustomization } from "./internal/save-customization.ts";

/**
 * Edits a product for all stores, or for one store. With `ifVersion`, the edit is made only if the product still has this version.
 * @throws RetailerNotFound, StoreNotFound, ProductNotFound, in this order; PreconditionFailed; the errors of `saveCustomization`
 */
export async function editProduct(ctx: Context, input: EditProduct): Promise<Customization> {
  const barcode = sanitizeForPostgres(input.barcode.trim());
  if (!isId(input.retailerId)) throw retailerNotFound();
  const storeId = input.storeId ?? null;
  const storeIds = storeId === null ? [] : [isId(storeId) ? storeId : null];
  const keys = [input.retailerId, itemKeyOf(barcode), ...storeIds];
  const [found] = await ctx.db.query<EditableRow>(
    storeId === null ? editableSql.inAnyStore : editableSql.inStore,
    keys,
  );
  if (!found || !canAccessRetailer(ctx.actor, found)) throw retailerNotFound();
  if (!found.hasStore) throw storeNotFound();
  if (!found.hasItem) throw productNotFound();
  const target = { retailerId: found.retailerId, storeId: storeId?.toLowerCase() ?? null, barcode };
  const { storeId: sentBack, ...edits } = input.body;
  checkSameStore(target.storeId, sentBack);
  const asked = input.ifVersion === undefined ? ctx : { ...ctx, ifMatch: new Set([input.ifVersion]) };
  const { customization } = await ctx.db.sqlTransaction(target, (tx) => saveCustomization(asked, tx, target, edits));
  return customization;
}
