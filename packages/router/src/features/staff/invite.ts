import { personOf } from "../../access/authorize.ts";
import { withinQuota } from "../../access/quotas.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { isId, newId } from "../../kernel/ids.ts";
import { checkGrant, columnsOf, grantOf } from "./internal/grants.ts";
import { deliverInvitation, OPEN_MS } from "./internal/links.ts";
import { findTeam, lockTeam, recordMember } from "./internal/team.ts";
import type { InvitationDelivery, InvitationOf, Invite } from "./staff.schema.ts";

function inviterOf({ actor }: Context): { invitedBy: string; inviterId: string | null } {
  if (actor?.kind === "system") return { invitedBy: "Highstreet", inviterId: null };
  const { name, userId } = personOf(actor);
  return { invitedBy: name, inviterId: userId };
}

/**
 * Invites an e-mail address to a role. A further invitation of the address replaces the first. The link is sent by e-mail, or returned
 * where no e-mail is configured.
 * @throws RetailerNotFound, InsufficientScope, QuotaExceeded, RateLimited; ValidationFailed if the person has a role here already, and for
 *   unknown stores
 */
export async function invite(ctx: Context, input: Invite): Promise<InvitationDelivery> {
  const inviter = inviterOf(ctx);
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
    const { role = null, stores = null } = input;
    const grant = retailerId && role ? await checkGrant(tx, retailerId, { role, stores }) : null;
    const row = await prisma.staffInvitation.create({
      data: {
        id: newId(now),
        partnerId,
        retailerId,
        ...(grant && columnsOf(grant)),
        email,
        ...inviter,
        createdAt: now,
        expiresAt: new Date(now.getTime() + OPEN_MS),
      },
      select: { id: true, email: true, partnerId: true },
    });
    await recordMember(ctx, tx, "invite", { retailerId, id: row.id, before: null, after: { email, role, ...grant } });
    return deliverInvitation(ctx, tx, row);
  });
}

/**
 * Invites the first person with a partner role. Only the system may call this.
 * @throws InsufficientScope, QuotaExceeded, RateLimited; ValidationFailed if the partner does not exist
 */
export async function invitePartnerMember(
  ctx: Context,
  { partnerId, email: given }: { partnerId: string; email: string },
): Promise<InvitationDelivery> {
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
    return deliverInvitation(
      ctx,
      tx,
      await prisma.staffInvitation.create({ data, select: { id: true, email: true, partnerId: true } }),
    );
  });
}

export function invitationNotFound(): DomainError {
  return new DomainError("InvitationNotFound", "This invitation is no longer open. Ask for a new one.");
}

/**
 * Sends an invitation again or, without e-mail, returns a new link. The invitation is open for the full time again, and earlier links end.
 * @throws RetailerNotFound, InvitationNotFound, RateLimited
 */
export async function resendInvitation(ctx: Context, input: InvitationOf): Promise<InvitationDelivery> {
  const { partnerId, retailerId } = await findTeam(ctx, input.retailerId);
  const { invitationId: id } = input;
  return ctx.db.transaction("no shop", async (tx) => {
    const where = { id, partnerId, retailerId };
    const data = { digest: null, expiresAt: new Date(ctx.now().getTime() + OPEN_MS) };
    const found = isId(id) ? await tx.prisma.staffInvitation.updateManyAndReturn({ where, data }) : [];
    const [row] = found;
    if (!row) throw invitationNotFound();
    return deliverInvitation(ctx, tx, row);
  });
}

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
    const row = await tx.prisma.staffInvitation.findFirst({ where });
    if (!row || !(await tx.prisma.staffInvitation.deleteMany({ where })).count) throw invitationNotFound();
    await recordMember(ctx, tx, "cancel", {
      retailerId,
      id: row.id,
      before: { email: row.email, ...grantOf(row) },
      after: null,
    });
  });
}
