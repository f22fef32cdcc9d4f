import { hashPassword } from "better-auth/crypto";
import type { Context } from "../../kernel/context.ts";
import { isUniqueViolation } from "../../kernel/database-error.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { recordMember } from "./internal/record-member.ts";
import { saveMember } from "./internal/save-member.ts";
import { findInvitation } from "./read-invitation.ts";
import { invitationNotFound } from "./resend-invitation.ts";

export interface Acceptance {
  token: string;
  /** Name and password of a new account. An existing account keeps its own. */
  account?: { name: string; password: string } | undefined;
  /** The e-mail address of the account that is signed in. */
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
    const { partnerId, retailerId, role } = row;
    const userId = known?.id ?? newId(ctx.now());
    if (!known && account) {
      const credential = { id: userId, accountId: userId, providerId: "credential", password };
      const data = { id: userId, name: account.name, email, emailVerified: true, accounts: { create: credential } };
      // The person can accept another invitation at the same moment.
      await prisma.user.create({ data }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? signInFirst(email) : error;
      });
    }
    if (retailerId && role) {
      const member = { retailerId, userId };
      await saveMember(prisma, member, role);
    } else {
      const partnerRole = await prisma.partnerMember.upsert({
        ...{ where: { userId }, create: { partnerId, userId }, update: {} },
      });
      if (partnerRole.partnerId !== partnerId) {
        throw new DomainError(
          "InsufficientScope",
          "This account works for another partner. Use another e-mail address.",
        );
      }
    }
    const name = known?.name ?? account?.name;
    const author = { kind: "staff", id: userId, name: name ?? null } as const;
    recordMember({ ...ctx, author }, tx, "join", {
      retailerId,
      id: userId,
      before: null,
      after: { name, email, role },
    });
    return { email, retailerId };
  });
}
