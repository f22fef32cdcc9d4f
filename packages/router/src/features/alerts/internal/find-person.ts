import { roleAt } from "../../../kernel/authorize.ts";
import type { Context } from "../../../kernel/context.ts";
import { findRetailer } from "../../../kernel/find-retailer.ts";
import type { StaffRole } from "../../../kernel/roles.ts";
import { personOf } from "../../../kernel/unauthorized.ts";

/**
 * The gate of a person's own alerts.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function findPerson(
  ctx: Context,
  id: string,
): Promise<{ retailerId: string; userId: string; role: StaffRole }> {
  const { retailerId } = await findRetailer(ctx, id);
  const actor = personOf(ctx.actor);
  return { retailerId, userId: actor.userId, role: roleAt(actor, retailerId) ?? "viewer" };
}
