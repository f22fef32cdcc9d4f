import type { Prisma, Tx } from "@highstreet/db";
import { queueMail } from "../../core/mail/index.ts";
import { zoneOfShop } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PATIENCE, serveRetailers } from "../../kernel/serve-retailers.ts";
import { eightBefore, nextEight } from "./internal/daily-at.ts";

type Daily = Prisma.AlertSettingGetPayload<object>;

const due = { table: "alert_setting", where: "daily_at <= clock.now", since: "daily_at" } as const;

/** Queues the daily e-mail of a person, unless another run has queued it. */
async function send(ctx: Context, tx: Tx, { retailerId, userId, dailyAt }: Daily, zone: string): Promise<void> {
  if (!dailyAt) return;
  const { count } = await tx.prisma.alertSetting.updateMany({
    where: { retailerId, userId, dailyAt },
    data: { dailyAt: nextEight(dailyAt, zone) },
  });
  const user = count ? await tx.prisma.user.findUnique({ where: { id: userId } }) : null;
  if (!user || !ctx.settings.canMail) return;
  const subjectId = `${retailerId} ${eightBefore(dailyAt, zone).toISOString()} ${dailyAt.toISOString()}`;
  await queueMail(ctx, tx, { kind: "alerts", recipient: user.email, subjectId });
}

/**
 * Queues the daily e-mails that are due, each for the day up to 08:00. The transaction of an e-mail sets the time of the next, so each
 * day is sent once, also after a downtime. A day without alerts sends nothing (`writeAlerts`).
 * @throws AggregateError with all errors, at the end of the run
 */
export async function sendDailyAlerts(ctx: Context): Promise<void> {
  await serveRetailers(ctx, due, async (retailerId) => {
    const zone = await zoneOfShop(ctx.db, retailerId);
    const where = { retailerId, dailyAt: { lte: ctx.now() } };
    for (const daily of await ctx.db.prisma.alertSetting.findMany({ where })) {
      await ctx.db.transaction({ retailerId }, (tx) => send(ctx, tx, daily, zone), PATIENCE);
    }
    return false;
  });
}
