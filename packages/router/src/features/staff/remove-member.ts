import type { Context } from "../../kernel/context.ts";
import { assertNotLast, findTeam, lockTeam, memberOf } from "./internal/find-team.ts";
import { recordMember } from "./internal/record-member.ts";
import type { MemberOf } from "./team.schema.ts";

/**
 * Takes the role from a person and ends all of that person's sessions at once. The account stays, for roles elsewhere.
 * @throws RetailerNotFound, InsufficientScope, MemberNotFound; LastOwner
 */
export async function removeMember(ctx: Context, { retailerId: id, userId }: MemberOf): Promise<void> {
  const team = await findTeam(ctx, id);
  const { partnerId, retailerId } = team;
  await ctx.db.transaction("no shop", async (tx) => {
    const { prisma } = tx;
    await lockTeam(tx, team);
    const before = await memberOf(tx, team, userId);
    if (before.role === "owner" || before.role === "partner") await assertNotLast(tx, team);
    if (retailerId) await prisma.staffMember.deleteMany({ where: { retailerId, userId } });
    else await prisma.partnerMember.delete({ where: { partnerId_userId: { partnerId, userId } } });
    await prisma.session.deleteMany({ where: { userId } });
    recordMember(ctx, tx, "remove", { retailerId, id: userId, before, after: null });
  });
}
