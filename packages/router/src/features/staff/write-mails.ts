import { mailTextsIn, type WaitingMail, type Written } from "../../core/mail/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newInvitationLink, newResetLink } from "./internal/links.ts";

const untilIn = (locale: string, at: Date): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;

/** The language of the invited person, else that of the person who invites. */
async function languageOfInvited(ctx: Context, { email, inviterId }: { email: string; inviterId: string | null }) {
  const people = await ctx.db.prisma.user.findMany({ where: { OR: [{ email }, { id: inviterId ?? "" }] } });
  const invited = people.find((person) => person.email === email);
  return (invited ?? people[0])?.language;
}

export async function writeInvitation(ctx: Context, { subjectId }: WaitingMail): Promise<Written | null> {
  const names = { partner: { select: { name: true } }, retailer: { select: { name: true } } } as const;
  const row = await ctx.db.prisma.staffInvitation.findUnique({ where: { id: subjectId }, include: names });
  const link = row && (await newInvitationLink(ctx, ctx.db, row.id));
  if (!link) return null;
  const team = (row.retailer ?? row.partner).name;
  const texts = mailTextsIn(await languageOfInvited(ctx, row));
  const role = texts.roles[row.role ?? "partner"];
  return {
    subject: texts.invites(row.invitedBy, team),
    text: [
      texts.invitesAs(row.invitedBy, team, role),
      texts.accept(untilIn(texts.locale, row.expiresAt)),
      link,
      texts.ignoreInvitation,
    ].join("\n\n"),
  };
}

export async function writeReset(ctx: Context, { recipient }: WaitingMail): Promise<Written | null> {
  const user = await ctx.db.prisma.user.findUnique({ where: { email: recipient } });
  if (!user) return null;
  const texts = mailTextsIn(user.language);
  const link = await newResetLink(ctx, ctx.db, user.id);
  return {
    subject: texts.newPassword,
    text: [texts.hello(user.name), texts.choosePassword, link, texts.ignoreReset].join("\n\n"),
  };
}
