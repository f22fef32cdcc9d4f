import { afterAll, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";

const t = await createAlertShop();
afterAll(() => t.close());

test("an e-mail names the alert, store and shop, with links; of many alerts it shows the first 50", async () => {
  await t.join("olga@shop.example", "owner");
  await t.note("products_rejected", "15 products do not show. No picture");
  await t.announce();
  const shop = `https://console.example/shops/${t.shop.id}`;
  expect(await t.mails()).toEqual([
    {
      to: "olga@shop.example",
      subject: "Products not shown: High Street, Corner Shop",
      text: [
        "Products not shown: High Street, 2 Mar 2026, 09:00\n15 products do not show. No picture",
        `Open the shop:\n${shop}`,
        `Choose which alerts you get:\n${shop}/settings`,
      ].join("\n\n"),
    },
  ]);
  t.advance(60_000);
  for (let n = 0; n < 52; n++) {
    const { ids } = await t.store(t.shop.id, { name: `Store ${n}` });
    await t.note("till_silent", "Silent.", ids);
  }
  await t.announce();
  const [mail] = await t.mails();
  expect(mail?.subject).toBe("52 alerts: Corner Shop");
  expect(mail?.text).toContain("And 2 more.");
});

test("a person who reads another language gets no sentence in English", async () => {
  await t.join("otto@shop.example", "owner");
  await t.ctx.db.prisma.user.updateMany({ where: { email: "otto@shop.example" }, data: { language: "de" } });
  await t.mails();
  t.advance(60_000);
  await t.note("access_lost", "Google access ended.");
  await t.announce();
  const mail = (await t.mails()).find(({ to }) => to === "otto@shop.example");
  expect(mail?.text).toMatch(/^Kanal unterbrochen: High Street, .*\nDer Kanal hat keinen Zugang mehr\./);
  expect(mail?.text).not.toContain("Google access ended.");
});
