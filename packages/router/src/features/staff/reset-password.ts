import type { Tx } from "@highstreet/db";
import { hashPassword } from "better-auth/crypto";
import { queueMail } from "../../core/mail/index.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { digestOf, newResetLink } from "./internal/links.ts";
import { findTeam, memberOf } from "./internal/team.ts";
import type { InvitationDelivery, MemberOf } from "./staff.schema.ts";

/** Sets the password of a person, removes all passkeys, and ends all sessions and links for a new password. @returns the number of sessions that ended */
async function setPassword(
  ctx: Context,
  { prisma }: Pick<Tx, "prisma">,
  userId: string,
  hash: string,
): Promise<number> {
  const account = { userId, providerId: "credential" };
  const { count } = await prisma.account.updateMany({ where: account, data: { password: hash } });
  if (count === 0) {
    await prisma.account.create({ data: { ...account, id: newId(ctx.now()), accountId: userId, password: hash } });
  }
  await prisma.resetLink.deleteMany({ where: { userId } });
  await prisma.passkey.deleteMany({ where: { userId } });
  return (await prisma.session.deleteMany({ where: { userId } })).count;
}

/**
 * Whether the caller has at least the powers of the person everywhere. A link gives the caller the account. So an owner of one shop
 * must not get a link for a person who also works for others.
 */
async function hasPowersOf({ prisma }: Pick<Tx, "prisma">, actor: Actor, userId: string): Promise<boolean> {
  if (actor.kind !== "staff") return false;
  const [roles, partnerRole] = await Promise.all([
    prisma.staffMember.findMany({
      where: { userId },
      select: { retailerId: true, retailer: { select: { partnerId: true } } },
    }),
    prisma.partnerMember.findUnique({ where: { userId } }),
  ]);
  const isMine = (partnerId: string) => actor.isPartner === true && actor.partnerId === partnerId;
  if (partnerRole && !isMine(partnerRole.partnerId)) return false;
  return roles.every(
    ({ retailerId, retailer }) => isMine(retailer.partnerId) || actor.roles.get(retailerId) === "owner",
  );
}

/**
 * Sends a person of the team a link for a new password by e-mail. Where no e-mail is configured, returns the link to the caller.
 * @throws RetailerNotFound, MemberNotFound, RateLimited; InsufficientScope for the caller's own account, and for a link to the account of a person
 *   with roles elsewhere
 */
export async function makeResetLink(ctx: Context, input: MemberOf): Promise<InvitationDelivery> {
  const { userId } = input;
  const team = await findTeam(ctx, input.retailerId);
  const { actor } = ctx;
  if (actor?.kind === "staff" && actor.userId === userId) {
    throw new DomainError("InsufficientScope", "Change your own password under Your account.", {
      reason: "own_password",
    });
  }
  return ctx.db.transaction("no shop", async (tx) => {
    await memberOf(tx, team, userId);
    const { email } = await tx.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    if (ctx.settings.canMail) {
      await queueMail(ctx, tx, { kind: "reset", recipient: email, subjectId: "", partnerId: team.partnerId });
      return { email, link: null };
    }
    if (!actor || !(await hasPowersOf(tx, actor, userId))) {
      throw new DomainError(
        "InsufficientScope",
        "This person also has a role elsewhere, so only the operator of Highstreet can set a new password.",
        { reason: "role_elsewhere" },
      );
    }
    return { email, link: await newResetLink(ctx, tx, userId) };
  });
}

/**
 * Makes a link for a new password of the account with the e-mail address. Only the system may call this.
 * @throws InsufficientScope; ValidationFailed when no account has the address
 */
export async function makeLinkForAccount(ctx: Context, input: { email: string }): Promise<{ link: string }> {
  if (ctx.actor?.kind !== "system") throw new DomainError("InsufficientScope", "Only the system makes such links.");
  const user = await ctx.db.prisma.user.findUnique({ where: { email: input.email.toLowerCase() } });
  if (!user) throw validationFailed([{ pointer: "/email", code: "InvalidValue", message: "belongs to no account" }]);
  return { link: await ctx.db.transaction("no shop", (tx) => newResetLink(ctx, tx, user.id)) };
}

/**
 * Queues the e-mail with a link for a new password. The worker looks the address up, so an unknown address takes the same time and has
 * the same answer. The link is never returned.
 * @throws RateLimited
 */
export async function requestReset(ctx: Context, { email }: { email: string }): Promise<void> {
  const mail = { kind: "reset", recipient: email, subjectId: "", partnerId: null } as const;
  await ctx.db.transaction("no shop", (tx) => queueMail(ctx, tx, mail));
}

function linkEnded(): DomainError {
  return new DomainError("InvitationNotFound", "This link has ended or was used before. Ask for a new one.");
}

/**
 * Sets a new password with a link, which works once, and ends all sessions and passkeys of the person. A second factor stays.
 * @throws InvitationNotFound for a link that was used, replaced or has expired
 */
export async function applyResetLink(
  ctx: Context,
  input: { token: string; password: string },
): Promise<{ email: string }> {
  const where = { digest: digestOf(input.token), expiresAt: { gt: ctx.now() } };
  // Hashing costs 0.1 s of a processor, so an unknown link ends here.
  if (!(await ctx.db.prisma.resetLink.count({ where }))) throw linkEnded();
  const hash = await hashPassword(input.password);
  return ctx.db.transaction("no shop", async (tx) => {
    const row = await tx.prisma.resetLink.findFirst({
      where,
      select: { userId: true, user: { select: { email: true } } },
    });
    const { count } = await tx.prisma.resetLink.deleteMany({ where });
    if (!row || !count) throw linkEnded();
    await setPassword(ctx, tx, row.userId, hash);
    return { email: row.user.email };
  });
}

/**
 * Sets the password of the user with the e-mail address and ends all sessions and passkeys of the user. Only the system may call this.
 * @param input.password 8 to 128 characters (`Password`)
 * @returns the user's id and the number of sessions that ended
 * @throws InsufficientScope; ValidationFailed when no user has the address
 */
export async function resetPassword(
  ctx: Context,
  input: { email: string; password: string },
): Promise<{ userId: string; sessionsEnded: number }> {
  if (ctx.actor?.kind !== "system") throw new DomainError("InsufficientScope", "Only the system sets passwords.");
  const password = await hashPassword(input.password);
  return ctx.db.transaction("no shop", async (tx) => {
    const user = await tx.prisma.user.findUnique({ where: { email: input.email.toLowerCase() } });
    if (!user) throw validationFailed([{ pointer: "/email", code: "InvalidValue", message: "belongs to no account" }]);
    return { userId: user.id, sessionsEnded: await setPassword(ctx, tx, user.id, password) };
  });
}
