import type { WaitingMail, Written } from "../../core/mail/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerRowOf } from "../../kernel/find-retailer.ts";
import { kindsAt, readersOf } from "./internal/readers.ts";
import { alertNames, texts } from "./internal/texts.ts";

/** Alerts that one e-mail names. */
const MOST = 50;

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
    ...{ where, take: MOST, orderBy: [{ kind: "asc" as const }, { openedAt: "asc" as const }] },
    include: { store: { select: { name: true, timezone: true } } },
  });
  const [first] = rows;
  if (!first) return null;
  const shop = `${ctx.settings.consoleUrl}/shops/${retailerId}`;
  return {
    subject:
      total === 1
        ? `${alertNames[first.kind]}: ${first.store.name}, ${found.name}`
        : texts.many(total, found.name, to !== undefined),
    text: [
      ...rows.map(({ kind, store, openedAt, message }) =>
        [`${alertNames[kind]}: ${store.name}, ${texts.since(openedAt, store.timezone)}`, message].join("\n"),
      ),
      ...(total > MOST ? [texts.more(total - MOST)] : []),
      `${texts.open}\n${shop}`,
      `${texts.choose}\n${shop}/settings`,
    ].join("\n\n"),
  };
}
