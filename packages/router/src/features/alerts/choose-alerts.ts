import { zoneOfShop } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { ChooseAlerts } from "./alerts.schema.ts";
import { nextEight } from "./internal/daily-at.ts";
import { findPerson } from "./internal/find-person.ts";
import { kindsAt } from "./internal/readers.ts";

/**
 * Sets which alerts of a shop the signed-in person gets, and when.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function chooseAlerts(ctx: Context, { timings, ...input }: ChooseAlerts): Promise<void> {
  const { retailerId, userId } = await findPerson(ctx, input.retailerId);
  const isDaily = kindsAt(timings, "daily").length > 0;
  const dailyAt = isDaily ? nextEight(ctx.now(), await zoneOfShop(ctx.db, retailerId)) : null;
  await ctx.db.prisma.alertSetting.upsert({
    where: { retailerId_userId: { retailerId, userId } },
    create: { retailerId, userId, timings, dailyAt },
    update: { timings, dailyAt },
    select: { userId: true },
  });
}
