import type { Prisma, Tx } from "@highstreet/db";
import { retailerRowOf } from "../../access/find-retailer.ts";
import { queueMail } from "../../core/mail/index.ts";
import { zoneOfShop } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import { eightBefore, kindsAt, nextEight, OF_PARTNER, readersOf } from "./internal/readers.ts";

const dueAlerts = { table: "alert", where: "due_at <= clock.now", since: "due_at" } as const;

async function announce(ctx: Context, tx: Tx, retailerId: string): Promise<number> {
  const { prisma } = tx;
  const now = ctx.now();
  const retailer = await prisma.retailer.findUnique({ where: { id: retailerId } });
  if (!retailer) return 0;
  const hasWebhook = (await prisma.alertWebhook.count({ where: { retailerId } })) > 0;
  const { count } = await prisma.alert.updateMany({
    where: { retailerId, dueAt: { lte: now } },
    data: { dueAt: null, announcedAt: now, callDueAt: hasWebhook ? now : null, callTries: 0 },
  });
  if (!count || !ctx.settings.canMail) return count;
  const marked = await prisma.alert.findMany({
    where: { retailerId, announcedAt: now },
    distinct: ["kind"],
    select: { kind: true },
  });
  for (const { email, timings } of await readersOf(tx, retailerRowOf(retailer))) {
    const wanted = kindsAt(timings, "at_once");
    if (!marked.some(({ kind }) => wanted.includes(kind))) continue;
    const subjectId = `${retailerId} ${now.toISOString()}`;
    await queueMail(ctx, tx, { kind: "alerts", recipient: email, subjectId, partnerId: retailer.partnerId });
  }
  return count;
}

/** Of the endpoints of a partner. Only its own people can correct them, so all of them get one e-mail. No shop's webhook is called. */
async function announceToPartner(ctx: Context, tx: Tx, partnerId: string): Promise<number> {
  const now = ctx.now();
  const { count } = await tx.prisma.webhookEndpoint.updateMany({
    where: { partnerId, alertDueAt: { lte: now } },
    data: { alertDueAt: null, alertAnnouncedAt: now },
  });
  if (!count || !ctx.settings.canMail) return count;
  const subjectId = `${OF_PARTNER} ${partnerId} ${now.toISOString()}`;
  const members = await tx.prisma.partnerMember.findMany({
    where: { partnerId },
    select: { user: { select: { email: true } } },
    orderBy: { userId: "asc" },
  });
  for (const { user } of members)
    await queueMail(ctx, tx, { kind: "alerts", recipient: user.email, subjectId, partnerId });
  return count;
}

/**
 * Announces the alerts that are due: queues one e-mail for each person who wants some of them at once, and the calls of the webhook.
 * The same transaction marks them as announced, so a kill neither loses nor repeats one.
 * @returns the number of announced alerts
 * @throws AggregateError with all errors, at the end of the run
 */
export async function announceAlerts(ctx: Context): Promise<number> {
  const { db } = ctx;
  const parts = new PartialRun();
  let announced = 0;
  const due = { where: { alertDueAt: { lte: ctx.now() } } };
  for (const { partnerId } of await db.prisma.webhookEndpoint.groupBy({ by: "partnerId", ...due }))
    announced +=
      (await parts.run(() =>
        db.transaction("no shop", (tx) => announceToPartner(ctx, tx, partnerId), SHORT_LOCK_WAIT),
      )) ?? 0;
  await parts.run(() =>
    serveRetailers(ctx, dueAlerts, async (retailerId) => {
      announced += await db.transaction({ retailerId }, (tx) => announce(ctx, tx, retailerId), SHORT_LOCK_WAIT);
      return false;
    }),
  );
  parts.end("announcements failed");
  return announced;
}

type Daily = Prisma.AlertSettingGetPayload<object>;

const dueDigests = { table: "alert_setting", where: "daily_at <= clock.now", since: "daily_at" } as const;

async function send(ctx: Context, tx: Tx, { retailerId, userId, dailyAt }: Daily, zone: string): Promise<void> {
  if (!dailyAt) return;
  const { count } = await tx.prisma.alertSetting.updateMany({
    where: { retailerId, userId, dailyAt },
    data: { dailyAt: nextEight(dailyAt, zone) },
  });
  const user = count ? await tx.prisma.user.findUnique({ where: { id: userId } }) : null;
  if (!user || !ctx.settings.canMail) return;
  const subjectId = `${retailerId} ${eightBefore(dailyAt, zone).toISOString()} ${dailyAt.toISOString()}`;
  const { partnerId } = await tx.prisma.retailer.findUniqueOrThrow({ where: { id: retailerId } });
  await queueMail(ctx, tx, { kind: "alerts", recipient: user.email, subjectId, partnerId });
}

/**
 * Queues the daily e-mails that are due, each for the day up to 08:00. The transaction of an e-mail sets the time of the next, so each
 * day is sent once, also after a downtime. A day without alerts sends nothing (`writeAlerts`).
 * @throws AggregateError with all errors, at the end of the run
 */
export async function sendDailyAlerts(ctx: Context): Promise<void> {
  await serveRetailers(ctx, dueDigests, async (retailerId) => {
    const zone = await zoneOfShop(ctx.db, retailerId);
    const where = { retailerId, dailyAt: { lte: ctx.now() } };
    for (const daily of await ctx.db.prisma.alertSetting.findMany({ where })) {
      await ctx.db.transaction({ retailerId }, (tx) => send(ctx, tx, daily, zone), SHORT_LOCK_WAIT);
    }
    return false;
  });
}
