import { zoneOfShop } from "../../core/stores/index.ts";
import { roleAt } from "../../kernel/authorize.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { personOf } from "../../kernel/unauthorized.ts";
import type { OpenShop, ShopOf } from "./staff.schema.ts";

/**
 * A retailer with its time zone and the role of the signed-in member of staff.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function getShop(ctx: Context, { retailerId }: ShopOf): Promise<OpenShop> {
  const { retailerId: id, name } = await findRetailer(ctx, retailerId);
  const role = roleAt(personOf(ctx.actor), id) ?? "viewer";
  return { id, name, role, timezone: await zoneOfShop(ctx.db, id) };
}
