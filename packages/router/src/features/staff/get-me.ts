import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { scopesOfRole } from "../../kernel/roles.ts";
import type { Me } from "./staff.schema.ts";

/**
 * The signed-in member of staff with their retailers, ordered by name.
 * @throws Unauthorized for other callers
 */
export async function getMe(ctx: Context): Promise<Me> {
  if (ctx.actor?.kind !== "staff") throw new DomainError("Unauthorized", "Sign in to the console first.");
  const { roles, userId } = ctx.actor;
  const { name, email } = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const retailers = await ctx.db.prisma.retailer.findMany({
    where: { id: { in: [...roles.keys()] } },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
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
