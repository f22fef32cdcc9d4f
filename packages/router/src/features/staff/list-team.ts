import type { Context } from "../../kernel/context.ts";
import { findTeam } from "./internal/find-team.ts";
import { presentInvitation } from "./internal/present-invitation.ts";
import type { Team, TeamOf } from "./team.schema.ts";

/** The console shows so many people and invitations, the oldest first. */
const MOST = 500;

const user = { select: { name: true, email: true, twoFactorEnabled: true } } as const;

/**
 * The people with a role and the open invitations, the oldest first.
 * @throws RetailerNotFound, InsufficientScope
 */
export async function listTeam(ctx: Context, input: TeamOf): Promise<Team> {
  const { prisma } = ctx.db;
  const { retailerId, partnerId, name } = await findTeam(ctx, input.retailerId);
  const oldest = { include: { user }, orderBy: { createdAt: "asc" }, take: MOST } as const;
  const members = retailerId
    ? await prisma.staffMember.findMany({ where: { retailerId }, ...oldest })
    : await prisma.partnerMember.findMany({ where: { partnerId }, ...oldest });
  const invitations = await prisma.staffInvitation.findMany({
    where: { partnerId, retailerId },
    orderBy: { createdAt: "asc" },
    take: MOST,
  });
  const caller = ctx.actor?.kind === "staff" ? ctx.actor.userId : undefined;
  return {
    name,
    canMail: ctx.settings.canMail === true,
    members: members.map((member) => ({
      userId: member.userId,
      name: member.user.name,
      email: member.user.email,
      role: "role" in member ? member.role : "partner",
      since: member.createdAt.toISOString(),
      hasSecondFactor: member.user.twoFactorEnabled === true,
      isYou: member.userId === caller,
    })),
    invitations: invitations.map((row) => presentInvitation(row, ctx.now())),
  };
}
