import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeEach, expect, it } from "vitest";
import { newAdsShop } from "../../../tests/local-ads/ads-shop.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { createCaller } from "../../router.ts";
import { activateDueBudgets } from "./activate-due-budgets.ts";

const test = await createTestContext();
afterAll(() => test.close());
beforeEach(() => test.setNow("2026-03-02T09:00:00Z"));

const api = () => createCaller(test.ctx);
const post = (ids: StoreIds, dailyBudget: number) =>
  api().channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget } } });

it("shows what local ads need before they are enabled", async () => {
  const ids = await newAdsShop(test, { areaType: "urban", latitude: 50, longitude: 1 }, 49);
  expect(await api().localAds.overview(ids)).toEqual({
    ...{
      currency: "GBP",
      budget: 0,
      upcoming: null,
      canCancel: false,
      dayAtMost: 0,
      monthAtMost: 0,
      campaign: null,
      problem: null,
      history: [],
    },
    inStock: { actual: 49, required: 50 },
    areaType: "urban",
    area: { latitude: 50, longitude: 1, miles: 5 },
  });
});

it("shows the maximum cost of a day and a month, and the budget changes", async () => {
  const ids = await newAdsShop(test);
  await post(ids, 12.35);
  expect(await api().localAds.overview(ids)).toMatchObject({ budget: 0, dayAtMost: 24.7, monthAtMost: 375.44 });
  test.setNow("2026-03-03T00:00:00Z");
  await activateDueBudgets(test.asSystem());
  await post(ids, 20);
  expect(await api().localAds.overview(ids)).toMatchObject({
    ...{ budget: 12.35, dayAtMost: 24.7, monthAtMost: 375.44 },
    upcoming: { dailyBudget: 20, currency: "GBP", activates: "2026-03-04T00:00:00+00:00" },
    history: [
      { date: "2026-03-03", budget: 12.35, madeAt: "2026-03-03T00:00:00.000Z" },
      { date: "2026-03-04", budget: 20, madeAt: null },
    ],
  });
});

it("needs access to the retailer, and the scope to write for changes", async () => {
  const ids = await newAdsShop(test);
  const reader = createCaller(test.asKey({ scopes: new Set(["channels:read"]) }));
  await expect(reader.localAds.overview(ids)).resolves.toMatchObject({ budget: 0 });
  await expect(reader.localAds.cancelChange(ids)).rejects.toMatchObject({ cause: { code: "InsufficientScope" } });
  const other = createCaller(test.asKey({ partnerId: (await test.newPartner()).partnerId }));
  await expect(other.localAds.overview(ids)).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
});
