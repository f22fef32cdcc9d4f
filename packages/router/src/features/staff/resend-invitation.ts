import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { findTeam } from "./internal/find-team.ts";
import { handOver, OPEN_MS } from "./internal/invitation-link.ts";
import type { HandedOver, InvitationOf } from "./team.schema.ts";

/** The error for an invitation that is not open. */
export function invitationNotFound(): DomainError {
  return new DomainError("InvitationNotFound", "This invitation is no longer open. Ask for a new one.");
}

/**
 * Sends an invitation again or, without e-mail, returns a new link. The invitation is open for the full time again, and earlier links end.
 * @throws RetailerNotFound, InvitationNotFound
 */
export async function resendInvitation(ctx: Context, input: InvitationOf): Promise<HandedOver> {
  const { partnerId, retailerId } = await findTeam(ctx, input.retailerId);
  const { invitationId: id } = input;
  return ctx.db.transaction("no shop", async (tx) => {
    const where = { id, partnerId, retailerId };
    const data = { digest: null, expiresAt: new Date(ctx.now().getTime() + OPEN_MS) };
    const found = isId(id) ? await tx.prisma.staffInvitation.updateManyAndReturn({ where, data }) : [];
    const [row] = found;
    if (!row) throw invitationNotFound();
    return handOver(ctx, tx, row);
  });
}
