import { queueMail } from "../../core/mail/index.ts";
import { zoneOfShop } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { eightBefore, nextEight } from "./internal/daily-at.ts";

/** People of one run. */
const BATCH = 500;

/**
 * Queues the daily e-mails that are due, each for the day up to 08:00. The transaction of an e-mail sets the time of the next, so each
 * day is sent once, also after a downtime. A day without alerts sends nothing (`writeAlerts`).
 */
export async function sendDailyAlerts(ctx: Context): Promise<void> {
  const { prisma } = ctx.db;
  const due = await prisma.alertSetting.findMany({
    ...{ where: { dailyAt: { lte: ctx.now() } }, orderBy: { dailyAt: "asc" }, take: BATCH },
  });
  for (const { retailerId, userId, dailyAt } of due) {
    if (!dailyAt) continue;
    const zone = await zoneOfShop(ctx.db, retailerId);
    await ctx.db.transaction({ retailerId }, async (tx) => {
      const { count } = await tx.prisma.alertSetting.updateMany({
        where: { retailerId, userId, dailyAt },
        data: { dailyAt: nextEight(dailyAt, zone) },
      });
      const user = count ? await tx.prisma.user.findUnique({ where: { id: userId } }) : null;
      if (!user || !ctx.settings.canMail) return;
      const subjectId = `${retailerId} ${eightBefore(dailyAt, zone).toISOString()} ${dailyAt.toISOString()}`;
      await queueMail(ctx, tx, { kind: "alerts", recipient: user.email, subjectId });
    });
  }
}
