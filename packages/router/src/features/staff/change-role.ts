import type { Context } from "../../kernel/context.ts";
import { assertNotLast, findTeam, lockTeam, memberOf } from "./internal/find-team.ts";
import { recordMember } from "./internal/record-member.ts";
import type { ChangeRole } from "./team.schema.ts";

/**
 * Changes the role of a person at a retailer. The next call of that person has the new role.
 * @throws RetailerNotFound, MemberNotFound; LastOwner
 */
export async function changeRole(ctx: Context, { retailerId: id, userId, role }: ChangeRole): Promise<void> {
  const team = await findTeam(ctx, id);
  const { retailerId } = team;
  if (!retailerId) return;
  await ctx.db.transaction("no shop", async (tx) => {
    await lockTeam(tx, team);
    const before = await memberOf(tx, team, userId);
    if (before.role === "owner" && role !== "owner") await assertNotLast(tx, team);
    await tx.prisma.staffMember.updateMany({ where: { retailerId, userId }, data: { role } });
    recordMember(ctx, tx, "update", { retailerId, id: userId, before, after: { ...before, role } });
  });
}
