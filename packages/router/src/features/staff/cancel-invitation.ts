import type { Context } from "../../kernel/context.ts";
import { isId } from "../../kernel/ids.ts";
import { findTeam } from "./internal/find-team.ts";
import { invitationNotFound } from "./resend-invitation.ts";
import type { InvitationOf } from "./team.schema.ts";

/**
 * Cancels an invitation. Its link ends at once.
 * @throws RetailerNotFound, InvitationNotFound
 */
export async function cancelInvitation(ctx: Context, input: InvitationOf): Promise<void> {
  const { partnerId, retailerId } = await findTeam(ctx, input.retailerId);
  const { invitationId: id } = input;
  const where = { id, partnerId, retailerId };
  const { count } = isId(id) ? await ctx.db.prisma.staffInvitation.deleteMany({ where }) : { count: 0 };
  if (!count) throw invitationNotFound();
}
