import { zoneOfShop } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { roleAllows } from "../../kernel/roles.schema.ts";
import type { AlertCall, Alerts, AlertsOf, ChooseAlerts } from "./alerts.schema.ts";
import { findPerson, kindsAt, nextEight, timingsOf } from "./internal/readers.ts";

/**
 * The alerts that the signed-in person gets from a shop, and the webhook of the shop for people who may change it.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function getAlerts(ctx: Context, input: AlertsOf): Promise<Alerts> {
  const { retailerId, userId, role } = await findPerson(ctx, input.retailerId);
  const { prisma } = ctx.db;
  const setting = await prisma.alertSetting.findUnique({ where: { retailerId_userId: { retailerId, userId } } });
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { email: true } });
  const webhook = roleAllows(role, { access: "retailers:write" })
    ? await prisma.alertWebhook.findUnique({ where: { retailerId } })
    : null;
  return {
    timings: timingsOf(role, setting?.timings),
    email: user?.email ?? "",
    timezone: await zoneOfShop(ctx.db, retailerId),
    canMail: ctx.settings.canMail ?? false,
    webhook: webhook && { url: webhook.url, lastCall: webhook.lastCall as AlertCall | null },
  };
}

/**
 * Sets which alerts of a shop the signed-in person gets, and when.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function chooseAlerts(ctx: Context, { timings, ...input }: ChooseAlerts): Promise<void> {
  const { retailerId, userId } = await findPerson(ctx, input.retailerId);
  const isDaily = kindsAt(timings, "daily").length > 0;
  const dailyAt = isDaily ? nextEight(ctx.now(), await zoneOfShop(ctx.db, retailerId)) : null;
  await ctx.db.transaction({ retailerId }, ({ prisma }) =>
    prisma.alertSetting.upsert({
      where: { retailerId_userId: { retailerId, userId } },
      create: { retailerId, userId, timings, dailyAt },
      update: { timings, dailyAt },
      select: { userId: true },
    }),
  );
}
