import type { Context } from "../../kernel/context.ts";
import { personOf } from "../../kernel/unauthorized.ts";
import { shopsOf } from "./internal/shops-of.ts";
import { type Me, MOST_SHOPS } from "./staff.schema.ts";

/**
 * The signed-in member of staff with their first retailers by name.
 * @throws Unauthorized for nobody; InsufficientScope for keys
 */
export async function getMe(ctx: Context): Promise<Me> {
  const actor = personOf(ctx.actor);
  const { prisma } = ctx.db;
  const { name, email } = await prisma.user.findUniqueOrThrow({ where: { id: actor.userId } });
  const partner = actor.isPartner
    ? await prisma.partner.findUnique({ where: { id: actor.partnerId ?? "" }, select: { id: true, name: true } })
    : null;
  const retailers = await shopsOf(ctx, actor, MOST_SHOPS + 1);
  return {
    name,
    email,
    sandboxWarning: ctx.settings.sandboxWarning ?? null,
    partner,
    canMail: ctx.settings.canMail === true,
    retailers: retailers.slice(0, MOST_SHOPS),
    hasMoreRetailers: retailers.length > MOST_SHOPS,
  };
}
