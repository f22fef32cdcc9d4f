import type { Tx } from "@highstreet/db";
import { queueMail } from "../../core/mail/index.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findTeam, memberOf } from "./internal/find-team.ts";
import { newResetLink } from "./internal/reset-link.ts";
import type { HandedOver, MemberOf } from "./team.schema.ts";

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
 * @throws RetailerNotFound, MemberNotFound; InsufficientScope for the caller's own account, and for a link to the account of a person
 *   with roles elsewhere
 */
export async function makeResetLink(ctx: Context, input: MemberOf): Promise<HandedOver> {
  const { userId } = input;
  const team = await findTeam(ctx, input.retailerId);
  const { actor } = ctx;
  if (actor?.kind === "staff" && actor.userId === userId) {
    throw new DomainError("InsufficientScope", "Change your own password under Your account.");
  }
  return ctx.db.transaction("no shop", async (tx) => {
    await memberOf(tx, team, userId);
    const { email } = await tx.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    if (ctx.settings.canMail) {
      await queueMail(ctx, tx, { kind: "reset", recipient: email, subjectId: "" });
      return { email, link: null };
    }
    if (!actor || !(await hasPowersOf(tx, actor, userId))) {
      throw new DomainError(
        "InsufficientScope",
        "This person also has a role elsewhere, so only the operator of Highstreet can set a new password.",
      );
    }
    return { email, link: await newResetLink(ctx, tx, userId) };
  });
}
