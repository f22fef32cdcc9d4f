import type { Prisma } from "@highstreet/db";
import { hashPassword } from "better-auth/crypto";
import type { Context } from "../../kernel/context.ts";
import { isUniqueViolation } from "../../kernel/database-error.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { isId, newId } from "../../kernel/ids.ts";
import { grantOf } from "./internal/grants.ts";
import { isSecretOf } from "./internal/links.ts";
import { recordMember, saveMember } from "./internal/team.ts";
import { invitationNotFound } from "./invite.ts";

export interface OpenInvitation {
  email: string;
  team: string;
  role: "owner" | "manager" | "viewer" | "partner";
  invitedBy: string;
  hasAccount: boolean;
}

const names = { partner: { select: { name: true } }, retailer: { select: { name: true } } } as const;

async function findInvitation({ db, now }: Context, token: string) {
  const [id = "", secret = ""] = token.split(".");
  const row: Prisma.StaffInvitationGetPayload<{ include: typeof names }> | null = isId(id)
    ? await db.prisma.staffInvitation.findUnique({ where: { id }, include: names })
    : null;
  if (!row || !isSecretOf(row.digest, secret) || row.expiresAt <= now()) throw invitationNotFound();
  return row;
}

/**
 * Reads an invitation by the token in its link.
 * @throws InvitationNotFound for a link that was used, replaced, cancelled or has expired
 */
export async function readInvitation(ctx: Context, { token }: { token: string }): Promise<OpenInvitation> {
  const { email, invitedBy, partner, retailer, ...row } = await findInvitation(ctx, token);
  const hasAccount = (await ctx.db.prisma.user.count({ where: { email } })) > 0;
  return { email, invitedBy, role: grantOf(row).role ?? "partner", team: (retailer ?? partner).name, hasAccount };
}

export interface Acceptance {
  token: string;
  account?: { name: string; password: string } | undefined;
  signedInAs?: string | undefined;
}

const signInFirst = (email: string) =>
  new DomainError("Unauthorized", `Sign in as ${email} to accept this invitation.`);

/**
 * Accepts an invitation, which works once. An address without an account gets one. The person of an existing account must be signed in:
 * otherwise a person who knew the password of another's account could take over the role.
 * @throws InvitationNotFound; Unauthorized for an existing account if its person is not signed in; ValidationFailed for a new
 *   account without a name and password
 */
export async function acceptInvitation(
  ctx: Context,
  { token, account, signedInAs }: Acceptance,
): Promise<{ email: string; retailerId: string | null }> {
  const { id, email, digest } = await findInvitation(ctx, token);
  const known = await ctx.db.prisma.user.findUnique({ where: { email }, select: { id: true, name: true } });
  if (known && signedInAs !== email) throw signInFirst(email);
  if (!known && !account) {
    throw validationFailed([{ pointer: "/password", code: "Required", message: "must be given for a new account" }]);
  }
  const password = !known && account ? await hashPassword(account.password) : null;
  return ctx.db.transaction("no shop", async (tx) => {
    const { prisma } = tx;
    // The first of two concurrent calls removes the row, and the second finds none.
    const where = { id, digest, expiresAt: { gt: ctx.now() } };
    const row = await prisma.staffInvitation.findFirst({ where });
    if (!row || !(await prisma.staffInvitation.deleteMany({ where })).count) throw invitationNotFound();
    const { partnerId, retailerId } = row;
    const grant = grantOf(row);
    const { role, stores } = grant;
    const userId = known?.id ?? newId(ctx.now());
    if (!known && account) {
      const credential = { id: userId, accountId: userId, providerId: "credential", password };
      const data = { id: userId, name: account.name, email, emailVerified: true, accounts: { create: credential } };
      await prisma.user.create({ data }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? signInFirst(email) : error;
      });
    }
    const name = known?.name ?? account?.name;
    const author = { kind: "staff", id: userId, name: name ?? null } as const;
    if (retailerId && role) {
      await saveMember({ ...ctx, author }, tx, { partnerId, retailerId, userId }, { role, stores });
    } else {
      const partnerRole = await prisma.partnerMember.upsert({
        where: { userId },
        create: { partnerId, userId },
        update: {},
      });
      if (partnerRole.partnerId !== partnerId) {
        throw new DomainError(
          "InsufficientScope",
          "This account works for another partner. Use another e-mail address.",
          { reason: "other_partner" },
        );
      }
    }
    await recordMember({ ...ctx, author }, tx, "join", {
      retailerId,
      id: userId,
      before: null,
      after: { name, email, ...grant },
    });
    return { email, retailerId };
  });
}
