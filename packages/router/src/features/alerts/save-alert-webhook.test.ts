import { afterAll, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { createCaller } from "../../router.ts";

const t = await createAlertShop();
afterAll(() => t.close());
const retailerId = t.shop.id;
const olga = createCaller((await t.join("olga@shop.example", "owner")).ctx);
const max = createCaller((await t.join("max@shop.example", "manager")).ctx);

test("the secret is shown once; another address keeps it, and after a removal there is a new one", async () => {
  const { secret } = await olga.alerts.saveWebhook({ retailerId, url: "https://93.184.216.34/a" });
  expect(secret).toMatch(/^[0-9a-f]{48}$/);
  const row = () => t.ctx.db.prisma.alertWebhook.findUniqueOrThrow({ where: { retailerId } });
  const sealed = (await row()).secret;
  expect(Buffer.from(sealed).includes(String(secret))).toBe(false);
  expect(await olga.alerts.saveWebhook({ retailerId, url: "https://93.184.216.34/b" })).toEqual({ secret: null });
  expect(await row()).toMatchObject({ secret: sealed, url: "https://93.184.216.34/b" });
  await olga.alerts.saveWebhook({ retailerId, url: null });
  const next = await olga.alerts.saveWebhook({ retailerId, url: "https://93.184.216.34/b" });
  expect(next.secret).toMatch(/^[0-9a-f]{48}$/);
  expect(next.secret).not.toBe(secret);
  expect(JSON.stringify(await olga.alerts.get({ retailerId }))).not.toContain(next.secret);
});

test("private addresses are refused, and only owners see or change the webhook", async () => {
  for (const url of ["https://127.0.0.1/", "https://10.0.0.1/", "http://93.184.216.34/", "https://[::1]/"]) {
    await expect(olga.alerts.saveWebhook({ retailerId, url })).rejects.toMatchObject({
      cause: { code: "ValidationFailed" },
    });
  }
  expect((await max.alerts.get({ retailerId })).webhook).toBeNull();
  await expect(max.alerts.saveWebhook({ retailerId, url: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await olga.alerts.saveWebhook({ retailerId, url: null });
  expect((await olga.alerts.get({ retailerId })).webhook).toBeNull();
  await expect(olga.alerts.testWebhook({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
