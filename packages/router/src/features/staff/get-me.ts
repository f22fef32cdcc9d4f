import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { scopesOfRole } from "../../kernel/roles.ts";
import type { Me } from "./staff.schema.ts";

/**
 * Who has signed in, with their retailers by name.
 * @throws Unauthorized for anyone but staff
 */
export async function getMe(ctx: Context): Promise<Me> {
  if (ctx.actor?.kind !== "staff") throw new DomainError("Unauthorized", "Sign in to the console first.");
  const { roles, userId } = ctx.actor;
  const { name, email } = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const retailers = await ctx.db.query<{ id: string; name: string }>(
    "SELECT retailer_id AS id, name FROM retailer WHERE retailer_id = ANY ($1) ORDER BY name, retailer_id",
    [[...roles.keys()]],
  );
  return {
    name,
    email,
    sandboxWarning: ctx.settings.sandboxWarning ?? null,
    retailers: retailers.map((retailer) => {
      const role = roles.get(retailer.id) ?? "viewer";
      return { ...retailer, role, scopes: [...scopesOfRole[role]] };
    }),
  };
}
