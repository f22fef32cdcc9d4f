import { createSandboxProviders } from "@highstreet/providers";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeEach, expect, it } from "vitest";
import { newAdsShop } from "../../../tests/local-ads/ads-shop.ts";
import { createCaller } from "../../router.ts";
import { activateDueBudgets } from "./activate-due-budgets.ts";
import { readCampaigns } from "./read-campaigns.ts";

const HOUR = 3_600_000;
let asked = 0;
let answer: () => Promise<{ date: string; spend: number; clicks: number; impressions: number }[]>;
const sandbox = createSandboxProviders();
const ads = {
  ...sandbox.ads,
  readOutcome() {
    asked++;
    return answer();
  },
};
const test = await createTestContext({ providers: { ...sandbox, ads, speed: 1 } });
afterAll(() => test.close());
beforeEach(() => {
  test.setNow("2026-03-02T09:00:00Z");
  asked = 0;
  answer = async () => [];
});

const api = () => createCaller(test.ctx);
async function running() {
  const ids = await newAdsShop(test);
  await api().channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget: 10 } } });
  test.setNow("2026-03-03T00:00:00Z");
  await activateDueBudgets(test.asSystem());
  return ids;
}
const day = (date: string, spend: number, clicks = 1, impressions = 2) => ({ date, spend, clicks, impressions });

it("has no outcome before the ads service has reported one", async () => {
  const ids = await newAdsShop(test);
  const none = { readAt: null, currency: "GBP", spend: 0, clicks: 0, impressions: 0, days: [] };
  expect(await api().localAds.outcome(ids)).toEqual(none);
  const other = await running();
  await readCampaigns(test.asSystem());
  expect(await api().localAds.outcome(other)).toEqual({ ...none, readAt: "2026-03-03T00:00:00.000Z" });
});

it("sums the last 30 days, with a zero for each day without an outcome", async () => {
  const ids = await running();
  test.setNow("2026-04-10T09:00:00Z");
  answer = async () => [day("2026-03-12", 1_000), day("2026-04-07", 1_205, 41, 1_700), day("2026-04-09", 5)];
  await readCampaigns(test.asSystem());
  expect(await api().localAds.outcome(ids)).toEqual({
    ...{ readAt: "2026-04-10T09:00:00.000Z", currency: "GBP", spend: 22.1, clicks: 43, impressions: 1_704 },
    days: expect.arrayContaining([
      day("2026-03-12", 10),
      { date: "2026-04-07", spend: 12.05, clicks: 41, impressions: 1_700 },
      day("2026-04-08", 0, 0, 0),
      day("2026-04-10", 0, 0, 0),
    ]),
  });
  expect((await api().localAds.outcome(ids)).days).toHaveLength(30);
  test.advance(2 * 24 * HOUR);
  expect(await api().localAds.outcome(ids)).toMatchObject({ spend: 12.1, clicks: 42 });
});

it("asks the ads service once an hour and never for a reader, and keeps the last answer when it fails", async () => {
  const ids = await running();
  answer = async () => [day("2026-03-03", 700)];
  await readCampaigns(test.asSystem());
  await readCampaigns(test.asSystem());
  await Promise.all([1, 2, 3].map(() => api().localAds.outcome(ids)));
  expect(asked).toBe(1);
  const { ProviderError } = await import("@highstreet/providers");
  answer = () => Promise.reject(new ProviderError("unavailable", "There was no answer."));
  test.advance(HOUR);
  await readCampaigns(test.asSystem());
  expect(asked).toBe(2);
  expect(await api().localAds.outcome(ids)).toMatchObject({ spend: 7, readAt: "2026-03-03T00:00:00.000Z" });
});

it("needs access to the retailer", async () => {
  const ids = await newAdsShop(test);
  const other = createCaller(test.asKey({ partnerId: (await test.newPartner()).partnerId }));
  await expect(other.localAds.outcome(ids)).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
});
