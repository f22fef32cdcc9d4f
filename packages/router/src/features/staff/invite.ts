import type { Context } from "../../kernel/context.ts";
import { validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { withinQuota } from "../../kernel/quotas.ts";
import { personOf } from "../../kernel/unauthorized.ts";
import { findTeam, lockTeam } from "./internal/find-team.ts";
import { handOver, OPEN_MS } from "./internal/invitation-link.ts";
import { recordMember } from "./internal/record-member.ts";
import type { HandedOver, Invite } from "./team.schema.ts";

/** The name of the person who makes the call. @throws Unauthorized, InsufficientScope for other callers */
function nameOf({ actor }: Context): string {
  return actor?.kind === "system" ? "Highstreet" : personOf(actor).name;
}

/**
 * Invites an e-mail address to a role. A further invitation of the address replaces the first. The link is sent by e-mail, or returned
 * where no e-mail is configured.
 * @throws RetailerNotFound, InsufficientScope, QuotaExceeded; ValidationFailed if the person has a role here already
 */
export async function invite(ctx: Context, input: Invite): Promise<HandedOver> {
  const invitedBy = nameOf(ctx);
  const team = await findTeam(ctx, input.retailerId);
  const { partnerId, retailerId } = team;
  const { email } = input;
  const now = ctx.now();
  return ctx.db.transaction("no shop", async (tx) => {
    const { prisma } = tx;
    await lockTeam(tx, team);
    const where = { user: { email } };
    const known = retailerId
      ? await prisma.staffMember.count({ where: { retailerId, ...where } })
      : await prisma.partnerMember.count({ where: { partnerId, ...where } });
    if (known) {
      const message = "belongs to a person who has a role here already";
      throw validationFailed([{ pointer: "/email", code: "InvalidValue", message }]);
    }
    await prisma.staffInvitation.deleteMany({ where: { partnerId, retailerId, email } });
    await withinQuota(ctx, tx, partnerId, "staff");
    const role = input.role ?? null;
    const row = await prisma.staffInvitation.create({
      data: {
        ...{ id: newId(now), partnerId, retailerId, role, email, invitedBy },
        ...{ createdAt: now, expiresAt: new Date(now.getTime() + OPEN_MS) },
      },
      select: { id: true, email: true },
    });
    recordMember(ctx, tx, "invite", { retailerId, id: row.id, before: null, after: { email, role } });
    return handOver(ctx, tx, row);
  });
}
