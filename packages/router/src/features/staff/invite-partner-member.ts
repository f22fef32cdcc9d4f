import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { withinQuota } from "../../kernel/quotas.ts";
import { handOver, OPEN_MS } from "./internal/invitation-link.ts";
import type { HandedOver } from "./team.schema.ts";

/**
 * Invites the first person with a partner role. Only the system may call this.
 * @throws InsufficientScope, QuotaExceeded; ValidationFailed if the partner does not exist
 */
export async function invitePartnerMember(
  ctx: Context,
  { partnerId, email: given }: { partnerId: string; email: string },
): Promise<HandedOver> {
  if (ctx.actor?.kind !== "system") throw new DomainError("InsufficientScope", "Only the system does this.");
  const email = given.toLowerCase();
  const now = ctx.now();
  return ctx.db.transaction("no shop", async (tx) => {
    const { prisma } = tx;
    if (!(await prisma.partner.count({ where: { id: partnerId } }))) {
      throw validationFailed([{ pointer: "/partnerId", code: "InvalidValue", message: "names no partner" }]);
    }
    await prisma.staffInvitation.deleteMany({ where: { partnerId, retailerId: null, email } });
    await withinQuota(ctx, tx, partnerId, "staff");
    const expiresAt = new Date(now.getTime() + OPEN_MS);
    const data = { id: newId(now), partnerId, email, invitedBy: "Highstreet", createdAt: now, expiresAt };
    return handOver(ctx, tx, await prisma.staffInvitation.create({ data, select: { id: true, email: true } }));
  });
}
