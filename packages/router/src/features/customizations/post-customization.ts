import { checkBarcode, findItem } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { Customization, PostCustomization } from "./customizations.schema.ts";
import { checkSameStore } from "./internal/check-same-store.ts";
import { saveCustomization } from "./internal/save-customization.ts";

/** All stores of a retailer (`storeId` null), or one store. @throws RetailerNotFound, StoreNotFound */
async function findScope(
  ctx: Context,
  { retailerId, storeId }: PostCustomization,
): Promise<{ retailerId: string; storeId: string | null }> {
  if (storeId === undefined) return { retailerId: (await findRetailer(ctx, retailerId)).retailerId, storeId: null };
  const store = await findStore(ctx, { retailerId, storeId });
  return { retailerId: store.retailerId, storeId: store.storeId };
}

/** Creates or edits the customization of a barcode, for all stores or one. No store needs to have the item yet. */
export async function postCustomization(
  ctx: Context,
  input: PostCustomization,
): Promise<{ created: boolean; customization: Customization }> {
  const scope = await findScope(ctx, input);
  const { barcode, storeId: sentBack, ...edits } = input.body;
  checkSameStore(scope.storeId, sentBack);
  const item = await findItem(ctx.db, scope, barcode);
  checkBarcode(item);
  return ctx.db.transaction(scope, (tx) => saveCustomization(ctx, tx, { ...scope, ...item }, edits));
}
