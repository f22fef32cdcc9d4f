import { retailerRowOf } from "../../access/find-retailer.ts";
import { line, mailTextsIn, type WaitingMail, type Written } from "../../core/mail/index.ts";
import { subjectOf } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { kindsAt, readersOf } from "./internal/readers.ts";

const timeIn = (locale: string, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);

const MAX_ALERTS = 50;

/**
 * Writes the e-mail about alerts that were announced together or, with a second time, began in a day. Problems that are over are left
 * out. null without one, or for a person who no longer gets them.
 */
export async function writeAlerts(ctx: Context, { subjectId, recipient }: WaitingMail): Promise<Written | null> {
  const [retailerId = "", from = "", to] = subjectId.split(" ");
  const { prisma } = ctx.db;
  const found = await prisma.retailer.findUnique({ where: { id: retailerId } });
  const reader = found && (await readersOf(ctx.db, retailerRowOf(found))).find(({ email }) => email === recipient);
  if (!reader) return null;
  const kinds = kindsAt(reader.timings, to ? "daily" : "at_once");
  const time = to ? { openedAt: { gt: new Date(from), lte: new Date(to) } } : { announcedAt: new Date(from) };
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
  const texts = mailTextsIn(reader.language);
  const shop = `${ctx.settings.consoleUrl}/shops/${retailerId}`;
  const titleOf = ({ kind, store, subject }: (typeof rows)[number]) =>
    subjectOf({ subject }).endpointId === null ? line`${texts.alerts[kind]}: ${store.name}` : texts.alerts[kind];
  // The message names the endpoint.
  const explained = ({ kind, subject, message }: (typeof rows)[number]) => {
    const own = texts.explains?.[kind];
    if (own === undefined) return message;
    return subjectOf({ subject }).endpointId === null ? own : `${own} ${message}`;
  };
  const many = to ? texts.manyAlertsOfDay : texts.manyAlerts;
  return {
    subject: total === 1 ? line`${titleOf(first)}, ${found.name}` : many(total, found.name),
    text: [
      ...rows.map((row) => {
        const since = timeIn(texts.locale, row.openedAt, row.store.timezone);
        return [line`${titleOf(row)}, ${since}`, line`${explained(row)}`].join("\n");
      }),
      ...(total > MAX_ALERTS ? [texts.more(total - MAX_ALERTS)] : []),
      `${texts.openShop}\n${shop}`,
      `${texts.chooseAlerts}\n${shop}/settings`,
    ].join("\n\n"),
  };
}
