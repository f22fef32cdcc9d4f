import { roleAt } from "../../../kernel/authorize.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { findRetailer } from "../../../kernel/find-retailer.ts";
import type { StaffRole } from "../../../kernel/roles.ts";

/**
 * The gate of a person's own alerts.
 * @throws RetailerNotFound; Unauthorized for other callers than staff of the retailer
 */
export async function findPerson(
  ctx: Context,
  id: string,
): Promise<{ retailerId: string; userId: string; role: StaffRole }> {
  const { retailerId } = await findRetailer(ctx, id);
  const role = ctx.actor?.kind === "staff" ? roleAt(ctx.actor, retailerId) : undefined;
  if (ctx.actor?.kind === "staff" && role) return { retailerId, userId: ctx.actor.userId, role };
  throw new DomainError("Unauthorized", "Sign in to the console first.");
}
