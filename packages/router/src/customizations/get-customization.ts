import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { isId } from "../ids.ts";
import { findRetailer } from "../retailers/index.ts";
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
