import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newAdsShop } from "../../../tests/local-ads/ads-shop.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { createCaller } from "../../router.ts";
import { createTestContext, type TestContext } from "../../testing.ts";
import { activateDueBudgets } from "./activate-due-budgets.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(() => test.setNow("2026-03-02T09:00:00Z"));

const api = () => createCaller(test.ctx);
const post = (ids: StoreIds, dailyBudget: number) =>
  api().channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget } } });
const read = async (ids: StoreIds) => (await api().channels.list(ids)).find(({ id }) => id === "local_ads");

async function running(): Promise<StoreIds> {
  const ids = await newAdsShop(test);
  test.setNow("2026-03-01T09:00:00Z");
  await post(ids, 10);
  test.setNow("2026-03-02T09:00:00Z");
  await activateDueBudgets(test.asSystem());
  return ids;
}

describe("a change of budget that is taken back", () => {
  it("leaves the budget in force, and is in the shop's history", async () => {
    const ids = await running();
    await post(ids, 20);
    test.advance(1_000);
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ budget: 10, upcoming: null });
    expect(await read(ids)).toMatchObject({ parameters: { dailyBudget: 10 }, upcomingChange: null });
    const { data } = await api().history.list({ retailerId: ids.retailerId, page: { size: 1 } });
    expect(data[0]).toMatchObject({ action: "channel.update", target: { type: "channel", id: "local_ads" } });
  });

  it("was an end: the ads go on", async () => {
    const ids = await running();
    await api().channels.remove({ ...ids, type: "local_ads" });
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ budget: 10, upcoming: null });
    expect(await read(ids)).toMatchObject({ status: "connected", upcomingChange: null });
  });

  it("was the first one: local ads go with it", async () => {
    const ids = await newAdsShop(test);
    await post(ids, 10);
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ budget: 0, upcoming: null, history: [] });
    expect(await read(ids)).toBeUndefined();
    await expect(api().localAds.cancelChange(ids)).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
  });

  it("is none: nothing changes, and a change that is due stays", async () => {
    const ids = await running();
    const before = await read(ids);
    test.advance(1_000);
    await api().localAds.cancelChange(ids);
    expect(await read(ids)).toEqual(before);
    await post(ids, 20);
    test.setNow("2026-03-03T00:00:00Z");
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ upcoming: { dailyBudget: 20 } });
    expect(await activateDueBudgets(test.asSystem())).toBe(1);
  });
});

describe("the overview", () => {
  it("shows what local ads would need, before they are enabled", async () => {
    const ids = await newAdsShop(test, { areaType: "urban", latitude: 50, longitude: 1 }, 49);
    expect(await api().localAds.overview(ids)).toEqual({
      ...{ budget: 0, upcoming: null, dayAtMost: 0, monthAtMost: 0, campaign: null, problem: null, history: [] },
      inStock: { actual: 49, required: 50 },
      areaType: "urban",
      area: { latitude: 50, longitude: 1, miles: 5 },
    });
  });

  it("says what a day and a month may cost, and which changes there were", async () => {
    const ids = await newAdsShop(test);
    await post(ids, 12.35);
    expect(await api().localAds.overview(ids)).toMatchObject({ budget: 0, dayAtMost: 24.7, monthAtMost: 375.44 });
    test.setNow("2026-03-03T00:00:00Z");
    await activateDueBudgets(test.asSystem());
    await post(ids, 20);
    expect(await api().localAds.overview(ids)).toMatchObject({
      ...{ budget: 12.35, dayAtMost: 24.7, monthAtMost: 375.44 },
      upcoming: { dailyBudget: 20, activates: "2026-03-04T00:00:00+00:00" },
      history: [
        { date: "2026-03-03", budget: 12.35, madeAt: "2026-03-03T00:00:00.000Z" },
        { date: "2026-03-04", budget: 20, madeAt: null },
      ],
    });
  });

  it("is not for those who may not see the shop", async () => {
    const ids = await newAdsShop(test);
    const reader = createCaller(test.asKey({ scopes: new Set(["channels:read"]) }));
    await expect(reader.localAds.overview(ids)).resolves.toMatchObject({ budget: 0 });
    await expect(reader.localAds.cancelChange(ids)).rejects.toMatchObject({ cause: { code: "InsufficientScope" } });
    const other = createCaller(test.asKey({ partnerId: (await test.newPartner()).partnerId }));
    await expect(other.localAds.overview(ids)).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
  });
});
