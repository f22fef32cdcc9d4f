import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { activateDueBudgets } from "../src/features/local-ads/index.ts";
import { createCaller } from "../src/router.ts";
import { newAdsShop } from "./local-ads/ads-shop.ts";

const t = await createTestContext();
afterAll(() => t.close());

/** The API with an `If-Match` of this version. */
const at = (version: number) => createCaller({ ...t.ctx, ifMatch: new Set([version]) });
const api = createCaller(t.ctx);
const outdated = { cause: { code: "PreconditionFailed" } };
const webhooks = (host: string) =>
  ({ type: "webhook", parameters: { webhookUrl: `https://${host}/hook`, secret: canary("webhook") } }) as const;

test("each change of a channel by a call raises its version, and an outdated version changes nothing", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const created = await at(0).channels.enable({ ...ids, body: webhooks("8.8.8.8") });
  expect(created.channel.version).toBe(1);
  const parameters = { enhancedProductData: true };
  expect((await at(1).channels.update({ ...ids, type: "webhook", body: { parameters } })).version).toBe(2);

  const before = await api.channels.get({ ...ids, type: "webhooks" });
  const secret = { secret: canary("otherwebhook") };
  const refused = [
    at(1).channels.enable({ ...ids, body: webhooks("8.8.4.4") }),
    at(1).channels.update({ ...ids, type: "webhooks", body: { parameters: { enhancedProductData: false } } }),
    at(1).webhooks.rotateSecret({ ...ids, body: secret }),
    at(1).channels.remove({ ...ids, type: "webhooks" }),
  ];
  const results = await Promise.allSettled(refused);
  expect(results).toMatchObject(refused.map(() => ({ status: "rejected", reason: outdated })));
  expect(await api.channels.get({ ...ids, type: "webhooks" })).toEqual(before);
  expect((await at(2).webhooks.rotateSecret({ ...ids, body: secret })).version).toBe(3);
  await at(3).channels.remove({ ...ids, type: "webhooks" });
});

test("a change in the background leaves the version of local ads as it is", async () => {
  const ids = await newAdsShop(t);
  const { channel } = await api.channels.enable({
    ...ids,
    body: { type: "local_ads", parameters: { dailyBudget: 10 } },
  });
  t.advance(2 * 24 * 3_600_000);
  await activateDueBudgets(t.ctx);
  expect(await api.channels.get({ ...ids, type: "local_ads" })).toMatchObject({ dailyBudget: 10, version: 1 });
  expect(channel.version).toBe(1);
  await expect(at(2).localAds.cancelChange(ids)).rejects.toMatchObject(outdated);
});

test("connecting and disconnecting a source raise its version, a feed does not", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  expect((await api.inventory.getSource(ids)).version).toBe(0);
  expect((await at(0).inventory.connect({ ...ids, body: { provider: "csv-upload" } })).version).toBe(1);
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "1", price: 1, quantity: 1 }] });
  expect(await api.inventory.getSource(ids)).toMatchObject({ status: "connected", version: 1 });
  await expect(at(0).inventory.connect({ ...ids, body: { provider: "api" } })).rejects.toMatchObject(outdated);
  await expect(at(0).inventory.disconnect(ids)).rejects.toMatchObject(outdated);
  await at(1).inventory.disconnect(ids);
  expect(await api.inventory.getSource(ids)).toMatchObject({ status: "disconnected", version: 2 });
});
