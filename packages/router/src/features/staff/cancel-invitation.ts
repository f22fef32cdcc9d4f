import type { Context } from "../../kernel/context.ts";
import { isId } from "../../kernel/ids.ts";
import { findTeam } from "./internal/find-team.ts";
import { recordMember } from "./internal/record-member.ts";
import { invitationNotFound } from "./resend-invitation.ts";
import type { InvitationOf } from "./team.schema.ts";

/**
 * Cancels an invitation. Its link ends at once.
 * @throws RetailerNotFound, InvitationNotFound
 */
export async function cancelInvitation(ctx: Context, input: InvitationOf): Promise<void> {
  const { partnerId, retailerId } = await findTeam(ctx, input.retailerId);
  const { invitationId: id } = input;
  if (!isId(id)) throw invitationNotFound();
  await ctx.db.transaction("no shop", async (tx) => {
    const where = { id, partnerId, retailerId };
    const row = await tx.prisma.staffInvitation.findFirst({ where, select: { id: true, email: true, role: true } });
    if (!row || !(await tx.prisma.staffInvitation.deleteMany({ where })).count) throw invitationNotFound();
    const { id: own, ...before } = row;
    recordMember(ctx, tx, "cancel", { retailerId, id: own, before, after: null });
  });
}
