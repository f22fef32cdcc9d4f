import type { Tx } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { findRetailer } from "../../../kernel/find-retailer.ts";
import { lockPartner, lockRetailer } from "../../../kernel/kernel.sql.ts";
import type { Role } from "../../../kernel/roles.ts";

/** The people of a retailer or, with `retailerId` null, the people with the partner role. */
export interface Team {
  partnerId: string;
  retailerId: string | null;
  /** The name of the retailer or of the partner. */
  name: string;
}

/**
 * The gate of all calls about staff.
 * @param retailerId null: the partner of the caller
 * @throws RetailerNotFound; InsufficientScope without the partner role
 */
export async function findTeam(ctx: Context, retailerId: string | null | undefined): Promise<Team> {
  if (retailerId) {
    const { partnerId, name, retailerId: id } = await findRetailer(ctx, retailerId);
    return { partnerId, retailerId: id, name };
  }
  const { actor } = ctx;
  if (actor?.kind !== "staff" || !actor.isPartner || !actor.partnerId) {
    throw new DomainError("InsufficientScope", "Only people with the partner role manage the partner's staff.");
  }
  const { id, name } = await ctx.db.prisma.partner.findUniqueOrThrow({ where: { id: actor.partnerId } });
  return { partnerId: id, retailerId: null, name };
}

/** Makes changes of a team wait for each other, so that two owners cannot remove each other. */
export async function lockTeam(tx: Tx, { partnerId, retailerId }: Team): Promise<void> {
  if (retailerId) await tx.query(lockRetailer("FOR NO KEY UPDATE"), [retailerId]);
  else await tx.query(lockPartner, [partnerId]);
}

/** A person in a team. @throws MemberNotFound */
export async function memberOf(
  { prisma }: Pick<Tx, "prisma">,
  { retailerId, partnerId }: Team,
  userId: string,
): Promise<{ name: string; email: string; role: Role | "partner" }> {
  const include = { user: { select: { name: true, email: true } } };
  const row = retailerId
    ? await prisma.staffMember.findUnique({ where: { retailerId_userId: { retailerId, userId } }, include })
    : await prisma.partnerMember.findUnique({ where: { partnerId_userId: { partnerId, userId } }, include });
  if (row) return { ...row.user, role: "role" in row ? row.role : "partner" };
  throw new DomainError("MemberNotFound", "This person has no role here.");
}

/** @throws LastOwner if the team would be left without an owner. Call this function after `lockTeam`. */
export async function assertNotLast({ prisma }: Pick<Tx, "prisma">, { retailerId, partnerId }: Team): Promise<void> {
  const left = retailerId
    ? await prisma.staffMember.count({ where: { retailerId, role: "owner" } })
    : await prisma.partnerMember.count({ where: { partnerId } });
  if (left > 1) return;
  throw new DomainError(
    "LastOwner",
    retailerId
      ? "This is the shop's last owner. Make another person an owner first."
      : "This is the last person with the partner role. Invite another person first.",
  );
}
