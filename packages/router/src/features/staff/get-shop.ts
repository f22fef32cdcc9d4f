import { zoneOfShop } from "../../core/stores/index.ts";
import { roleAt } from "../../kernel/authorize.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { OpenShop, ShopOf } from "./staff.schema.ts";

/**
 * A retailer with its time zone and the role of the signed-in member of staff.
 * @throws RetailerNotFound; Unauthorized for other callers
 */
export async function getShop(ctx: Context, { retailerId }: ShopOf): Promise<OpenShop> {
  const { retailerId: id, name } = await findRetailer(ctx, retailerId);
  const role = ctx.actor?.kind === "staff" ? roleAt(ctx.actor, id) : undefined;
  if (!role) throw new DomainError("Unauthorized", "Sign in to the console first.");
  return { id, name, role, timezone: await zoneOfShop(ctx.db, id) };
}
