import type { Prisma } from "@highstreet/db";
import { roleAt } from "../../kernel/authorize.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { Me } from "./staff.schema.ts";

/** The first retailers by name. `retailers.list` has all. */
const SHOWN = 100;

type Staff = Extract<Actor, { kind: "staff" }>;

function retailersOf({ roles, isPartner, partnerId }: Staff): Prisma.RetailerWhereInput {
  const withRole = { id: { in: [...roles.keys()] } };
  return isPartner && partnerId ? { OR: [{ partnerId }, withRole] } : withRole;
}

/**
 * The signed-in member of staff with their retailers, ordered by name.
 * @throws Unauthorized for other callers
 */
export async function getMe(ctx: Context): Promise<Me> {
  const { actor } = ctx;
  if (actor?.kind !== "staff") throw new DomainError("Unauthorized", "Sign in to the console first.");
  const { prisma } = ctx.db;
  const { name, email } = await prisma.user.findUniqueOrThrow({ where: { id: actor.userId } });
  const partner = actor.isPartner
    ? await prisma.partner.findUnique({ where: { id: actor.partnerId ?? "" }, select: { id: true, name: true } })
    : null;
  const retailers = await prisma.retailer.findMany({
    where: retailersOf(actor),
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: SHOWN,
  });
  return {
    name,
    email,
    sandboxWarning: ctx.settings.sandboxWarning ?? null,
    partner,
    canMail: ctx.settings.canMail === true,
    retailers: retailers.map((retailer) => ({ ...retailer, role: roleAt(actor, retailer.id) ?? "viewer" })),
  };
}
