import { findItem } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { CountOwnSettings, OwnSettings } from "./customizations.schema.ts";
import { countOwn } from "./internal/edit-items.ts";

/** The number of stores with settings of their own that an edit of a product for all stores would remove. @throws RetailerNotFound */
export async function countOwnSettings(
  ctx: Context,
  { barcode, edit, ...input }: CountOwnSettings,
): Promise<OwnSettings> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { itemKey } = await findItem(ctx.db, { retailerId }, barcode);
  return { stores: await countOwn(ctx.db, { retailerId, itemKeys: [itemKey] }, edit) };
}
