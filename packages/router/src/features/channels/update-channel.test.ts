import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, describe, expect, it } from "vitest";
import { newAdsShop } from "../../../tests/local-ads/ads-shop.ts";
import { createCaller } from "../../router.ts";
import { currentSecret, openSecrets } from "../webhooks/internal/signing-secrets.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

type Ids = { retailerId: string; storeId: string };
const SECRET = "abcdefABCDEF0123";
const URL = "https://8.8.8.8/hook";

const patch = (ids: Ids, type: string, parameters: Record<string, unknown>) =>
  api.channels.update({ ...ids, type, body: { parameters } });
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => "no error",
    ({ cause }) => cause,
  );

async function secretOf(ids: Ids): Promise<string | undefined> {
  const where = { retailerId_storeId_channel: { ...ids, channel: "webhooks" as const } };
  const { secret } = await t.ctx.db.prisma.channel.findUniqueOrThrow({ where });
  return secret ? currentSecret(openSecrets(t.ctx.vault, ids, secret)) : undefined;
}

async function newWebhooks(): Promise<Ids> {
  const { ids } = await t.store((await t.retailer()).id);
  await api.channels.enable({ ...ids, body: { type: "webhook", parameters: { webhookUrl: URL, secret: SECRET } } });
  return ids;
}

describe("webhooks", () => {
  it.each([{ webhookUrl: "https://8.8.4.4/other" }, { enhancedProductData: true }])(
    "keep their secret and the other parameters when one changes: %j",
    async (parameters) => {
      const ids = await newWebhooks();
      const record = await patch(ids, "webhook", parameters);
      expect(record.parameters).toEqual({ webhookUrl: URL, enhancedProductData: false, ...parameters });
      expect(await secretOf(ids)).toBe(SECRET);
      const { data } = await api.history.list({ retailerId: ids.retailerId, page: { size: 1 } });
      expect(data[0]).toMatchObject({ action: "channel.update", after: { parameters } });
      expect(JSON.stringify(data)).not.toContain(SECRET);
    },
  );

  it("change their secret alone, and the replaced secret stays valid for a day", async () => {
    const ids = await newWebhooks();
    const record = await patch(ids, "webhooks", { secret: canary("newwebhook") });
    expect(record.parameters).toEqual({ webhookUrl: URL, enhancedProductData: false });
    expect(record.previousSecretUntil).not.toBeNull();
    expect(await secretOf(ids)).toBe(canary("newwebhook"));
  });

  it("accept their own record", async () => {
    const ids = await newWebhooks();
    const record = await api.channels.get({ ...ids, type: "webhooks" });
    const { parameters } = await api.channels.update({ ...ids, type: "webhooks", body: record as never });
    expect(parameters).toEqual(record.parameters);
    expect(await secretOf(ids)).toBe(SECRET);
  });

  it("refuse wrong parameters and addresses, and keep what they had", async () => {
    const ids = await newWebhooks();
    for (const [parameters, pointer] of [
      [{ webhookUrl: "http://8.8.8.8/" }, "/parameters/webhookUrl"],
      [{ webhookUrl: "https://127.0.0.1/" }, "/parameters/webhookUrl"],
      [{ webhookUrl: null }, "/parameters/webhookUrl"],
      [{ secret: "short" }, "/parameters/secret"],
      [{ webhookURL: URL }, "/parameters/webhookURL"],
      [{}, "/parameters"],
    ] as const) {
      const error = await errorOf(patch(ids, "webhooks", parameters));
      expect(error).toMatchObject({ code: "ValidationFailed", members: { errors: [{ pointer }] } });
    }
    expect((await api.channels.get({ ...ids, type: "webhooks" })).parameters).toMatchObject({ webhookUrl: URL });
  });
});

it("search keeps its location when only the store code changes, and null removes the code", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  await api.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: "91" } } });
  const coded = await patch(ids, "search", { storeCode: "LONDON1" });
  expect(coded.parameters).toMatchObject({ locationId: "91", storeCode: "LONDON1" });
  expect((await patch(ids, "search", { storeCode: null })).parameters).toMatchObject({ storeCode: null });
});

it("local ads plan a new budget with the rules of enabling", async () => {
  const ids = await newAdsShop(t, {}, 50);
  await api.channels.enable({ ...ids, body: { type: "local-ads", parameters: { dailyBudget: 5 } } });
  const changed = await patch(ids, "local-ads", { dailyBudget: 7 });
  expect(changed).toMatchObject({ currency: "GBP", upcomingChange: { dailyBudget: 7, currency: "GBP" } });
  const again = await patch(ids, "local-ads", changed.parameters);
  expect(again).toMatchObject({ upcomingChange: { dailyBudget: 7 } });
});

it("refuses unknown channels and channels that are not enabled", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  expect(await errorOf(patch(ids, "fax", { number: 1 }))).toMatchObject({ code: "UnknownChannel" });
  expect(await errorOf(patch(ids, "webhooks", { webhookUrl: URL }))).toMatchObject({ code: "ChannelNotEnabled" });
});
