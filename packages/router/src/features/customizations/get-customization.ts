import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import type { Customization, GetCustomization } from "./customizations.schema.ts";
import { type CustomizationRow, customizationSql } from "./customizations.sql.ts";
import { customizationNotFound, presentCustomization } from "./internal/present-customization.ts";

/** One customization of a retailer. @throws RetailerNotFound, CustomizationNotFound */
export async function getCustomization(ctx: Context, input: GetCustomization): Promise<Customization> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const id = isId(input.customizationId) ? input.customizationId : null;
  const [row] = await ctx.db.query<CustomizationRow>(customizationSql, [retailerId, id]);
  if (!row) throw customizationNotFound();
  return presentCustomization(row);
}
