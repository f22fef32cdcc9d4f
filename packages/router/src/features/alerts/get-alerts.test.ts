import { afterAll, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { createCaller } from "../../router.ts";

const t = await createAlertShop();
afterAll(() => t.close());
const retailerId = t.shop.id;

test("an owner gets alerts at once without a choice; the answer says whether e-mail is configured", async () => {
  const olga = await t.join("olga@shop.example", "owner");
  const timings = { file_held: "at_once", budget_changed: "at_once" };
  const known = { email: olga.email, webhook: null };
  expect(await createCaller(olga.ctx).alerts.get({ retailerId })).toMatchObject({ ...known, timings, canMail: false });
  expect(await createCaller(t.withMail(olga.ctx)).alerts.get({ retailerId })).toMatchObject({ canMail: true });
});

test("a key has no alerts of its own, and a stranger finds no shop", async () => {
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  await expect(createCaller(t.ctx).alerts.get({ retailerId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(stranger.alerts.get({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
