import { queueMail } from "../../core/mail/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerRowOf } from "../../kernel/find-retailer.ts";
import { kindsAt, readersOf } from "./internal/readers.ts";

/** Alerts of one run. */
const BATCH = 500;

/**
 * Announces the alerts that are due: queues one e-mail for each person who wants some of them at once, and the calls of the webhook.
 * The same transaction marks them as announced, so a kill neither loses nor repeats one.
 * @returns the number of announced alerts
 */
export async function announceAlerts(ctx: Context): Promise<number> {
  const now = ctx.now();
  const due = { dueAt: { lte: now } };
  const rows = await ctx.db.prisma.alert.findMany({
    ...{ where: due, orderBy: { dueAt: "asc" }, take: BATCH, select: { retailerId: true } },
  });
  let announced = 0;
  for (const retailerId of new Set(rows.map((row) => row.retailerId))) {
    announced += await ctx.db.transaction({ retailerId }, async (tx) => {
      const { prisma } = tx;
      const retailer = await prisma.retailer.findUnique({ where: { id: retailerId } });
      if (!retailer) return 0;
      const hasWebhook = (await prisma.alertWebhook.count({ where: { retailerId } })) > 0;
      const { count } = await prisma.alert.updateMany({
        where: { retailerId, ...due },
        data: { dueAt: null, announcedAt: now, callDueAt: hasWebhook ? now : null, callTries: 0 },
      });
      if (!count || !ctx.settings.canMail) return count;
      const marked = await prisma.alert.findMany({
        ...{ where: { retailerId, announcedAt: now }, distinct: ["kind"], select: { kind: true } },
      });
      for (const { email, timings } of await readersOf(tx, retailerRowOf(retailer))) {
        const wanted = kindsAt(timings, "at_once");
        if (!marked.some(({ kind }) => wanted.includes(kind))) continue;
        const subjectId = `${retailerId} ${now.toISOString()}`;
        await queueMail(ctx, tx, { kind: "alerts", recipient: email, subjectId });
      }
      return count;
    });
  }
  return announced;
}
