import { lockRows } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { sendDailyAlerts } from "./announce-alerts.ts";
import { chooseAlerts } from "./choose-alerts.ts";
import { timingsOf } from "./internal/readers.ts";

const t = await createAlertShop();
afterAll(() => t.close());

test("a day's alerts go out at 08:00 of the shop, once, also after a downtime and over the change of the clocks", async () => {
  const max = await t.join("max@shop.example", "manager");
  // The clocks of London go forward on 29 March.
  t.setNow("2026-03-27T12:00:00Z");
  await t.ctx.db.prisma.store.updateMany({ where: { retailerId: t.shop.id }, data: { timezone: "Europe/London" } });
  const timings = { ...timingsOf("viewer", undefined), file_held: "daily", till_silent: "daily" } as const;
  await chooseAlerts(max.ctx, { retailerId: t.shop.id, timings });
  await t.note("file_held");
  await t.note("endpoint_failing");
  const sent: [string, string][] = [];
  for (let hour = 0; hour < 96; hour++) {
    t.advance(3_600_000);
    const now = t.ctx.now();
    if (hour === 30) await t.note("till_silent");
    if (hour === 31) await t.note("till_silent", null);
    if (hour === 60) await t.note("till_silent", "Silent again.");
    // The worker is down for a day and a half.
    if (hour > 36 && hour < 72) continue;
    await Promise.all([sendDailyAlerts(t.worker), sendDailyAlerts(t.worker)]);
    for (const { text } of await t.mails()) sent.push([now.toISOString(), text.slice(0, text.indexOf(":"))]);
  }
  expect(sent).toEqual([
    ["2026-03-28T08:00:00.000Z", "File held"],
    // Each run sends one day: the first run after the downtime finds nothing of 29 March.
    ["2026-03-30T14:00:00.000Z", "Till silent"],
  ]);
  const setting = await t.ctx.db.prisma.alertSetting.findFirstOrThrow({ where: { retailerId: t.shop.id } });
  expect(setting.dailyAt?.toISOString()).toBe("2026-04-01T07:00:00.000Z");
});

test("a locked setting of one shop does not delay the daily e-mails of other shops", async () => {
  const ann = await t.join("ann@shop.example", "manager");
  const { id: other } = await t.retailer();
  const dailyAt = t.ctx.now();
  const { prisma } = t.ctx.db;
  await prisma.alertSetting.updateMany({ where: { retailerId: t.shop.id }, data: { dailyAt } });
  await prisma.alertSetting.create({ data: { retailerId: other, userId: ann.userId, timings: {}, dailyAt } });
  await lockRows(t, "alert_setting WHERE retailer_id = $1", [t.shop.id], () => sendDailyAlerts(t.worker));
  const where = { retailerId: { in: [t.shop.id, other] }, dailyAt };
  const waiting = () => prisma.alertSetting.findMany({ where, select: { retailerId: true } });
  expect(await waiting()).toEqual([{ retailerId: t.shop.id }]);
  await sendDailyAlerts(t.worker);
  expect(await waiting()).toEqual([]);
});
