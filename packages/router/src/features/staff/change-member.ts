import type { Context } from "../../kernel/context.ts";
import { checkGrant } from "./internal/grants.ts";
import {
  assertNotLast,
  cancelInvitationsOf,
  findTeam,
  lockTeam,
  memberOf,
  recordMember,
  saveMember,
} from "./internal/team.ts";
import type { ChangeRole, MemberOf } from "./staff.schema.ts";

/**
 * Changes the role of a person at a retailer, or the stores of the role. The next call of that person has the new role. Open invitations that the person may no
 * longer give are cancelled.
 * @throws RetailerNotFound, MemberNotFound; LastOwner; ValidationFailed for unknown stores
 */
export async function changeRole(ctx: Context, { retailerId: id, userId, role, stores }: ChangeRole): Promise<void> {
  const team = await findTeam(ctx, id);
  const { partnerId, retailerId } = team;
  if (!retailerId) return;
  await ctx.db.transaction("no shop", async (tx) => {
    await lockTeam(tx, team);
    await ctx.checkCaller?.(tx);
    const before = await memberOf(tx, team, userId);
    const kept = { role, stores: role === "owner" ? null : before.stores };
    const grant = stores === undefined ? kept : await checkGrant(tx, retailerId, { role, stores });
    if (before.role === "owner" && role !== "owner") await assertNotLast(tx, team);
    await saveMember(ctx, tx, { partnerId, retailerId, userId }, grant);
    await recordMember(ctx, tx, "update", { retailerId, id: userId, before, after: { ...before, ...grant } });
  });
}

/**
 * Takes the role from a person, ends all of that person's sessions at once, and cancels the open invitations that the person may no
 * longer give. The account stays, for roles elsewhere.
 * @throws RetailerNotFound, InsufficientScope, MemberNotFound; LastOwner
 */
export async function removeMember(ctx: Context, { retailerId: id, userId }: MemberOf): Promise<void> {
  const team = await findTeam(ctx, id);
  const { partnerId, retailerId } = team;
  await ctx.db.transaction("no shop", async (tx) => {
    const { prisma } = tx;
    await lockTeam(tx, team);
    await ctx.checkCaller?.(tx);
    const before = await memberOf(tx, team, userId);
    if (before.role === "owner" || before.role === "partner") await assertNotLast(tx, team);
    if (retailerId) await prisma.staffMember.deleteMany({ where: { retailerId, userId } });
    else await prisma.partnerMember.delete({ where: { partnerId_userId: { partnerId, userId } } });
    await cancelInvitationsOf(ctx, tx, { partnerId, userId });
    await prisma.session.deleteMany({ where: { userId } });
    await recordMember(ctx, tx, "remove", { retailerId, id: userId, before, after: null });
  });
}
