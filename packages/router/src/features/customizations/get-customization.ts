import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import type { Customization, GetCustomization } from "./customizations.schema.ts";
import { type CustomizationRow, customizationColumns, presentCustomization } from "./present-customization.ts";

const byId = `SELECT ${customizationColumns} FROM customization WHERE retailer_id = $1 AND customization_id = $2`;

/** What is said of a customization that is not there. */
export function customizationNotFound(): DomainError {
  return new DomainError("CustomizationNotFound", "The retailer has no such customization.");
}

/** @throws CustomizationNotFound */
export async function getCustomization(ctx: Context, input: GetCustomization): Promise<Customization> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const id = isId(input.customizationId) ? input.customizationId : null;
  const [row] = await ctx.db.query<CustomizationRow>(byId, [retailerId, id]);
  if (!row) throw customizationNotFound();
  return presentCustomization(row);
}
