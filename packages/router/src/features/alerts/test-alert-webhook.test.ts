import { createHmac } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { saveAlertWebhook, testAlertWebhook } from "./save-alert-webhook.ts";

const t = await createAlertShop();
afterAll(() => t.close());

test("a test call is signed, and its answer is kept as the last one until the address changes", async () => {
  const retailerId = t.shop.id;
  const { secret } = await saveAlertWebhook(t.ctx, { retailerId, url: "https://93.184.216.34/" });
  const { calls, ctx } = t.workerWith(204);
  expect(await testAlertWebhook(ctx, { retailerId })).toMatchObject({ ok: true, status: 204 });
  const { headers = {}, body = "" } = calls[0] ?? {};
  expect(JSON.parse(body)).toEqual({
    action: "alert.test",
    data: { retailer: { id: retailerId, name: "Corner Shop" } },
  });
  expect(headers["x-webhook-signature"]).toBe(
    createHmac("sha256", secret ?? "")
      .update(body)
      .digest("hex"),
  );
  expect(headers).not.toHaveProperty("x-webhook-sequence");
  const lastCall = async () =>
    (await t.ctx.db.prisma.alertWebhook.findUniqueOrThrow({ where: { retailerId } })).lastCall;
  expect(await lastCall()).toMatchObject({ ok: true, status: 204 });
  await saveAlertWebhook(t.ctx, { retailerId, url: "https://93.184.216.34/other" });
  expect(await lastCall()).toBeNull();
});
