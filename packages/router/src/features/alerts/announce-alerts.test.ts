import { lockRows } from "@highstreet/router/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { announceAlerts } from "./announce-alerts.ts";

const t = await createAlertShop();
afterAll(() => t.close());
const olga = await t.join("olga@shop.example", "owner");
await t.join("max@shop.example", "manager");
const { prisma } = t.ctx.db;
const HOUR = 3_600_000;
beforeEach(async () => {
  await prisma.alert.deleteMany({ where: { retailerId: t.shop.id } });
  await prisma.mail.deleteMany();
});

test("an owner gets all alerts of a run in one e-mail, and others get none that they did not ask for", async () => {
  await t.note("file_held");
  await t.note("endpoint_failing");
  expect(await t.announce()).toBe(2);
  const mails = await t.mails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[olga.email, "2 alerts: Corner Shop"]]);
  expect(mails[0]?.text).toContain("File held: High Street, 2 Mar 2026, 09:00\nAbout file_held.");
  expect(mails[0]?.text).toContain("About endpoint_failing.");
  await prisma.user.update({ where: { id: olga.userId }, data: { language: "de" } });
  t.advance(HOUR);
  await t.note("till_silent");
  await t.announce();
  const [german] = await t.mails();
  await prisma.user.update({ where: { id: olga.userId }, data: { language: null } });
  expect(german?.subject).toBe("Kasse stumm: High Street, Corner Shop");
  expect(german?.text).toContain("Kasse stumm: High Street, 02.03.2026, 10:00\nSeit längerer Zeit kam kein Bestand");
});

test("a problem that lasts is announced once, also by two workers, and with a new message", async () => {
  await t.note("file_held");
  const counts = await Promise.all([t.announce(), t.announce()]);
  expect(counts.toSorted()).toEqual([0, 1]);
  await t.note("file_held", "Another number.");
  t.advance(2 * HOUR);
  expect(await t.announce()).toBe(0);
  expect(await t.mails()).toHaveLength(1);
});

test("a problem that comes and goes is announced at most once an hour", async () => {
  let announced = 0;
  for (let minute = 0; minute < 180; minute += 5) {
    await t.note("till_silent", minute % 10 ? null : "Silent.");
    announced += await t.announce();
    t.advance(HOUR / 12);
  }
  expect(announced).toBe(3);
});

test("a problem that is over before its announcement is not announced, nor is it in an e-mail that waits", async () => {
  await t.note("till_silent");
  await t.note("till_silent", null);
  expect(await t.announce()).toBe(0);
  await t.note("file_held");
  expect(await t.announce()).toBe(1);
  await t.note("file_held", null);
  expect(await t.mails()).toEqual([]);
});

test("each new change of the budget is announced", async () => {
  for (const message of ["£10", "£10", "£20"]) {
    await t.note("budget_changed", message);
    await t.announce();
    t.advance(HOUR);
  }
  expect(await t.mails()).toHaveLength(1);
  expect(await prisma.alert.findMany({ where: { retailerId: t.shop.id } })).toMatchObject([{ message: "£20" }]);
});

test("without e-mail nothing is queued", async () => {
  await t.note("file_held");
  expect(await announceAlerts(t.asSystem())).toBe(1);
  expect(await prisma.mail.count()).toBe(0);
});

test("a locked alert of one shop does not delay the alerts of other shops", async () => {
  const { ids: other } = await t.store((await t.retailer()).id);
  await t.note("file_held");
  await t.note("file_held", "About the other.", other);
  expect(await lockRows(t, "alert WHERE retailer_id = $1", [t.shop.id], t.announce)).toBe(1);
  expect(await t.announce()).toBe(1);
});
