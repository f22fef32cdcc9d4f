import { retailerRowOf } from "../../access/find-retailer.ts";
import type { Warning } from "../../core/channels/channel.schema.ts";
import { line, mailTextsIn, type WaitingMail, type Written } from "../../core/mail/index.ts";
import { endpointName, endpointsOf } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { kindsAt, OF_PARTNER, readersOf } from "./internal/readers.ts";

const timeIn = (locale: string, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);

const firstMessage = (warnings: unknown): string | undefined => (warnings as Warning[] | undefined)?.[0]?.message;

const MAX_ALERTS = 50;

/**
 * Writes the e-mail about alerts that were announced together or, with a second time, began in a day. Problems that are over are left
 * out. null without one, or for a person who no longer gets them.
 */
export async function writeAlerts(ctx: Context, mail: WaitingMail): Promise<Written | null> {
  const [owner = "", from = "", to] = mail.subjectId.split(" ");
  return owner === OF_PARTNER
    ? writeForPartner(ctx, mail.recipient, from, new Date(to ?? ""))
    : writeForShop(ctx, mail.recipient, owner, {
        from: new Date(from),
        to: to === undefined ? undefined : new Date(to),
      });
}

async function writeForPartner(
  { db, settings }: Context,
  recipient: string,
  partnerId: string,
  alertAnnouncedAt: Date,
): Promise<Written | null> {
  const member = await db.prisma.partnerMember.findFirst({
    where: { partnerId, user: { email: recipient } },
    select: { user: { select: { language: true } }, partner: { select: { name: true } } },
  });
  if (!member) return null;
  const rows = await db.prisma.webhookEndpoint.findMany({
    where: { partnerId, retailerId: null, alertAnnouncedAt, alertClosedAt: null },
    orderBy: { alertOpenedAt: "asc" },
  });
  const [first] = rows;
  if (!first) return null;
  const texts = mailTextsIn(member.user.language);
  const kind = "endpoint_failing";
  const titleOf = (row: typeof first) => line`${texts.alerts[kind]}: ${endpointName(row)}`;
  const parts = rows.map((row) => {
    const since = timeIn(texts.locale, row.alertOpenedAt ?? alertAnnouncedAt, "UTC");
    const message = texts.explains?.[kind] ?? firstMessage(row.warnings) ?? "";
    return [line`${titleOf(row)}, ${since} UTC`, line`${message}`].join("\n");
  });
  const { name } = member.partner;
  return {
    subject: rows.length === 1 ? line`${titleOf(first)}, ${name}` : texts.manyAlerts(rows.length, name),
    text: [...parts, `${texts.openEndpoints}\n${settings.consoleUrl}/fleet/endpoints`].join("\n\n"),
  };
}

async function writeForShop(
  ctx: Context,
  recipient: string,
  retailerId: string,
  { from, to }: { from: Date; to: Date | undefined },
): Promise<Written | null> {
  const { prisma } = ctx.db;
  const found = await prisma.retailer.findUnique({ where: { id: retailerId } });
  const reader = found && (await readersOf(ctx.db, retailerRowOf(found))).find(({ email }) => email === recipient);
  if (!reader) return null;
  const kinds = kindsAt(reader.timings, to ? "daily" : "at_once");
  const time = to ? { openedAt: { gt: from, lte: to } } : { announcedAt: from };
  const where = { retailerId, kind: { in: kinds }, closedAt: null, ...time };
  const total = await prisma.alert.count({ where });
  const rows = await prisma.alert.findMany({
    where,
    take: MAX_ALERTS,
    orderBy: [{ kind: "asc" as const }, { openedAt: "asc" as const }],
    include: { store: { select: { name: true, timezone: true } } },
  });
  const [first] = rows;
  if (!first) return null;
  const endpoints = await endpointsOf(ctx.db, rows);
  const texts = mailTextsIn(reader.language);
  const shop = `${ctx.settings.consoleUrl}/shops/${retailerId}`;
  const titleOf = ({ kind, store, subject }: (typeof rows)[number]) =>
    line`${texts.alerts[kind]}: ${endpoints.get(subject)?.name ?? store.name}`;
  const many = to ? texts.manyAlertsOfDay : texts.manyAlerts;
  return {
    subject: total === 1 ? line`${titleOf(first)}, ${found.name}` : many(total, found.name),
    text: [
      ...rows.map((row) => {
        const since = timeIn(texts.locale, row.openedAt, row.store.timezone);
        // The title names the endpoint already.
        const message = firstMessage(endpoints.get(row.subject)?.warnings) ?? row.message;
        return [line`${titleOf(row)}, ${since}`, line`${texts.explains?.[row.kind] ?? message}`].join("\n");
      }),
      ...(total > MAX_ALERTS ? [texts.more(total - MAX_ALERTS)] : []),
      `${texts.openShop}\n${shop}`,
      `${texts.chooseAlerts}\n${shop}/settings`,
    ].join("\n\n"),
  };
}
