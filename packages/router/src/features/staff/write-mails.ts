import type { WaitingMail, Written } from "../../core/mail/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newInvitationLink } from "./internal/invitation-link.ts";
import { newResetLink } from "./internal/reset-link.ts";

/** Writes the e-mail of an invitation and makes its link; null if the invitation is no longer open. */
export async function writeInvitation(ctx: Context, { subjectId }: WaitingMail): Promise<Written | null> {
  const names = { partner: { select: { name: true } }, retailer: { select: { name: true } } } as const;
  const row = await ctx.db.prisma.staffInvitation.findUnique({ where: { id: subjectId }, include: names });
  const link = row && (await newInvitationLink(ctx, ctx.db, row.id));
  if (!link) return null;
  const team = (row.retailer ?? row.partner).name;
  return {
    subject: `${row.invitedBy} invites you to ${team}`,
    text: [
      `${row.invitedBy} invites you to ${team} on Highstreet as ${row.role ?? "partner staff"}.`,
      `Open this link to accept. It works once, until ${row.expiresAt.toUTCString()}:`,
      link,
      "If you do not know the sender, ignore this e-mail.",
    ].join("\n\n"),
  };
}

/** Writes the e-mail with a link for a new password; null if the address has no account. */
export async function writeReset(ctx: Context, { recipient }: WaitingMail): Promise<Written | null> {
  const user = await ctx.db.prisma.user.findUnique({ where: { email: recipient } });
  if (!user) return null;
  return {
    subject: "Your new Highstreet password",
    text: [
      `Hello ${user.name},`,
      "Open this link to choose a new password. It works once, within four hours:",
      await newResetLink(ctx, ctx.db, user.id),
      "If you did not ask for a new password, ignore this e-mail. Your password stays as it is.",
    ].join("\n\n"),
  };
}
