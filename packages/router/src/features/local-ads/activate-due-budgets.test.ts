import { createSandboxProviders } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newAdsShop, setSearch } from "../../../tests/local-ads/ads-shop.ts";
import { FaultyAds } from "../../../tests/local-ads/faulty-ads.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { createCaller } from "../../router.ts";
import { activateDueBudgets } from "./activate-due-budgets.ts";
import { readCampaigns } from "./read-campaigns.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ads = new FaultyAds();
let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ providers: { ...createSandboxProviders(), ads, speed: 1 } });
});
afterAll(() => test.close());
beforeEach(async () => {
  // Completes the work of the previous tests.
  ads.faults = [];
  test.setNow("2030-01-01T00:00:00Z");
  await run();
  test.setNow("2026-03-02T09:00:00Z");
  ads.calls = [];
});

const api = () => createCaller(test.ctx);
const run = () => activateDueBudgets(test.asSystem());
const post = async (ids: StoreIds, dailyBudget: number) =>
  (await api().channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget } } })).channel;
const remove = (ids: StoreIds) => api().channels.remove({ ...ids, type: "local_ads" });
const read = async (ids: StoreIds) => (await api().channels.list(ids)).find(({ id }) => id === "local_ads");
const warnings = async (ids: StoreIds) => (await read(ids))?.warnings.map(({ id }) => id);
const callsMade = () =>
  ads.calls.map(({ kind, pence, area }) => [kind, pence ?? area?.miles].filter(Boolean).join(" "));

/** A store with ads for £10 a day, on the second of March at 09:00. */
async function running(fields: Parameters<typeof newAdsShop>[1] = {}): Promise<StoreIds> {
  const ids = await newAdsShop(test, fields);
  test.setNow("2026-03-01T09:00:00Z");
  await post(ids, 10);
  test.setNow("2026-03-02T09:00:00Z");
  await run();
  ads.calls = [];
  return ids;
}

describe("the ads service", () => {
  it("gets the first budget at midnight: a campaign around the store, then the budget", async () => {
    const ids = await newAdsShop(test, { areaType: "rural" });
    await post(ids, 12.5);
    await run();
    expect(callsMade()).toEqual([]);
    test.setNow("2026-03-03T00:00:00Z");
    expect(await run()).toBe(1);
    expect(callsMade()).toEqual(["create", "area 20", "products", "budget 1250"]);
    expect(await read(ids)).toMatchObject({ status: "connected", dailyBudget: 12.5, warnings: [] });
    expect(await ads.running(ids.storeId)).toBe(1_250);
  });

  it("gets no repeated calls from further runs", async () => {
    const ids = await running();
    await post(ids, 10);
    await setSearch(test, ids, true);
    await api().stores.update({ ...ids, body: { name: "Another name" } });
    expect(await run()).toBe(0);
    expect(callsMade()).toEqual([]);
  });

  it("pauses while search is not connected, and continues with the latest budget", async () => {
    const ids = await running();
    await post(ids, 20);
    await setSearch(test, ids, false);
    await run();
    expect(callsMade()).toEqual(["pause"]);
    test.setNow("2026-03-03T00:00:00Z");
    expect(await run()).toBe(1);
    expect(await read(ids)).toMatchObject({ status: "pending", dailyBudget: 20, upcomingChange: null });
    await setSearch(test, ids, true);
    await run();
    expect(callsMade()).toEqual(["pause", "budget 2000"]);
    expect(await read(ids)).toMatchObject({ status: "connected", warnings: [] });
  });

  it.each([
    ["city_centre", 3],
    ["urban", 5],
    ["suburban", 10],
    ["rural", 20],
  ] as const)("shows ads of a store in %s surroundings within %i miles", async (areaType, miles) => {
    const ids = await running({ areaType: areaType === "rural" ? "urban" : "rural" });
    await api().stores.update({ ...ids, body: { areaType } });
    await run();
    expect(callsMade()).toEqual([`area ${miles}`]);
    expect((await api().localAds.overview(ids)).area).toEqual({ latitude: 51.5, longitude: -0.1, miles });
  });

  it("uses the store's own location before that of its business profile, and pauses without a location", async () => {
    const ids = await running();
    await api().stores.update({ ...ids, body: { latitude: 55.95, longitude: -3.19 } });
    await run();
    expect(ads.calls).toEqual([{ kind: "area", area: { latitude: 55.95, longitude: -3.19, miles: 10 } }]);
    await setSearch(test, ids, true, null);
    await api().stores.update({ ...ids, body: { latitude: null, longitude: null } });
    expect(await read(ids)).toMatchObject({ status: "pending", warnings: [{ id: "StoreLocationUnknown" }] });
    await run();
    expect(await ads.running(ids.storeId)).toBe(0);
    await api().stores.update({ ...ids, body: { latitude: 55.95, longitude: -3.19 } });
    await run();
    expect(await ads.running(ids.storeId)).toBe(1_000);
    expect(await read(ids)).toMatchObject({ status: "connected", warnings: [] });
  });

  it("pauses the ads of a deleted store, also after a call without an answer", async () => {
    const ids = await newAdsShop(test);
    await post(ids, 10);
    test.setNow("2026-03-03T00:00:00Z");
    ads.faults = [null, null, null, "killedAfter"];
    await expect(run()).rejects.toThrow();
    expect(await ads.running(ids.storeId)).toBe(1_000);
    await remove(ids);
    await api().channels.remove({ ...ids, type: "search" });
    await api().stores.delete(ids);
    test.advance(6 * MINUTE);
    await run();
    expect(await ads.running(ids.storeId)).toBe(0);
    const left = await test.ctx.db.query("SELECT FROM ads_campaign WHERE retailer_id = $1", [ids.retailerId]);
    expect(left).toEqual([]);
  });
});

describe("a campaign", () => {
  it("that became due during a failing call is handled again at once", async () => {
    const ids = await running();
    await api().stores.update({ ...ids, body: { areaType: "rural" } });
    ads.faults = ["refused"];
    ads.onCall = async () => {
      ads.onCall = () => undefined;
      await setSearch(test, ids, false);
    };
    await run();
    await run();
    expect(callsMade()).toEqual(["area 20", "pause"]);
  });

  it("that cannot be reached is kept, and is paused as soon as it can be reached", async () => {
    const ids = await running();
    await setSearch(test, ids, false);
    ads.faults = ["forbidden", "forbidden"];
    await run();
    test.advance(5_000);
    await run();
    expect(await ads.running(ids.storeId)).toBe(1_000);
    test.advance(MINUTE);
    await run();
    expect(await ads.running(ids.storeId)).toBe(0);
  });

  it("that no longer exists is created again", async () => {
    const ids = await running();
    await api().stores.update({ ...ids, body: { areaType: "rural" } });
    ads.faults = ["missing"];
    await run();
    test.advance(MINUTE);
    await run();
    expect(callsMade()).toEqual(["area 20", "create", "area 20", "products", "budget 1000"]);
  });
});

describe("a change that the ads service does not accept", () => {
  it("stays open with a warning while the old budget stays active, and is made once when the service answers", async () => {
    const ids = await running();
    await post(ids, 20);
    test.setNow("2026-03-03T00:00:00Z");
    ads.faults = ["unanswered"];
    expect(await run()).toBe(0);
    expect(await read(ids)).toMatchObject({
      status: "connected",
      warnings: [{ id: "BudgetChangeDelayed", message: expect.stringContaining("2026-03-03") }],
      dailyBudget: 10,
      upcomingChange: { dailyBudget: 20, activates: "2026-03-03T00:00:00+00:00" },
    });
    test.advance(4_000);
    await run();
    expect(callsMade()).toEqual(["budget 2000"]);
    test.advance(1_000);
    expect(await run()).toBe(1);
    expect(await read(ids)).toMatchObject({ dailyBudget: 20, upcomingChange: null, warnings: [] });
  });

  it("counts as current for new budgets, which begin a day later and do not cancel the due change", async () => {
    const ids = await running();
    await post(ids, 20);
    test.setNow("2026-03-03T00:00:00Z");
    ads.faults = ["unanswered"];
    await run();
    const then = "2026-03-04T00:00:00+00:00";
    expect(await post(ids, 30)).toMatchObject({
      dailyBudget: 10,
      upcomingChange: { dailyBudget: 30, activates: then },
    });
    expect(await post(ids, 20)).toMatchObject({ dailyBudget: 10, upcomingChange: { dailyBudget: 20 } });
    expect(await remove(ids)).toMatchObject({ dailyBudget: 10, upcomingChange: { dailyBudget: 0, activates: then } });
    test.advance(MINUTE);
    expect(await run()).toBe(1);
    expect(await read(ids)).toMatchObject({ dailyBudget: 20, upcomingChange: { dailyBudget: 0, activates: then } });
    test.setNow(then);
    expect(await run()).toBe(1);
    expect(await read(ids)).toBeUndefined();
  });

  it("is replaced by the next change when that becomes due", async () => {
    const ids = await running();
    await post(ids, 20);
    test.setNow("2026-03-03T12:00:00Z");
    await post(ids, 30);
    test.setNow("2026-03-04T00:00:00Z");
    expect(await run()).toBe(1);
    expect(callsMade()).toEqual(["budget 3000"]);
    const { history } = await api().localAds.overview(ids);
    expect(history.map(({ date, budget }) => [date, budget])).toEqual([
      ["2026-03-02", 10],
      ["2026-03-04", 30],
    ]);
  });

  it("stays an upcoming end while due, until another budget is set", async () => {
    const ids = await running();
    await remove(ids);
    test.setNow("2026-03-03T00:00:00Z");
    ads.faults = ["unanswered"];
    await run();
    expect(await remove(ids)).toMatchObject({
      upcomingChange: { dailyBudget: 0, activates: "2026-03-03T00:00:00+00:00" },
    });
    await post(ids, 15);
    test.advance(MINUTE);
    await run();
    expect(await read(ids)).toMatchObject({ status: "pending", dailyBudget: 0, upcomingChange: { dailyBudget: 15 } });
  });

  it("was the first budget: its removal deletes local ads at once and pauses the campaign", async () => {
    const ids = await newAdsShop(test);
    await post(ids, 10);
    test.setNow("2026-03-03T00:00:00Z");
    ads.faults = [null, null, null, "lost"];
    await run();
    expect(await ads.running(ids.storeId)).toBe(1_000);
    await remove(ids);
    expect(await read(ids)).toBeUndefined();
    await run();
    expect(await ads.running(ids.storeId)).toBe(0);
  });

  it("and refuses has a warning with the reason, and is not sent again within an hour", async () => {
    const ids = await running();
    await post(ids, 20);
    test.setNow("2026-03-03T00:00:00Z");
    ads.faults = ["refused"];
    await run();
    expect((await read(ids))?.warnings).toMatchObject([
      { id: "BudgetChangeDelayed", parameters: { date: "2026-03-03" } },
      { id: "AdsSetupRefused", parameters: { answer: expect.stringContaining("The budget is too small.") } },
    ]);
    test.advance(59 * MINUTE);
    await run();
    expect(callsMade()).toEqual(["budget 2000"]);
    test.advance(MINUTE);
    await run();
    expect(await warnings(ids)).toEqual([]);
  });
});

describe("a problem with our own account", () => {
  it("is not shown to tenants in the words of the service", async () => {
    const ids = await running();
    await setSearch(test, ids, false);
    ads.faults = ["setup"];
    await run();
    const { problem } = await api().localAds.overview(ids);
    expect(problem).not.toBeNull();
    expect(await warnings(ids)).toContain("AdsSetupRefused");
    expect(JSON.stringify([await read(ids), problem])).not.toContain("Project 123");
  });

  it("is tried again after an hour, not before", async () => {
    const ids = await running();
    await setSearch(test, ids, false);
    ads.faults = ["setup"];
    await run();
    test.advance(59 * MINUTE);
    await run();
    expect(callsMade()).toEqual(["pause"]);
    test.advance(MINUTE);
    await run();
    expect(callsMade()).toEqual(["pause", "pause"]);
  });
});

describe("an unavailable ads service", () => {
  it("causes one warning after three failures in a row, and growing pauses", async () => {
    const ids = await running();
    await setSearch(test, ids, false);
    const events = async () =>
      (
        await test.ctx.db.query<{ n: number }>(
          "SELECT count(*) AS n FROM store_event WHERE retailer_id = $1 AND subject = 'channel:local_ads'",
          [ids.retailerId],
        )
      )[0]?.n ?? 0;
    const before = await events();
    ads.faults = Array.from({ length: 100 }, () => "unanswered");
    const tries = [];
    for (let second = 0; second < 600; second++) {
      const calls = ads.calls.length;
      await run();
      if (ads.calls.length > calls) tries.push(second);
      if (tries.length === 2) expect(await warnings(ids)).toEqual(["SearchChannelNotConnected"]);
      test.advance(1_000);
    }
    expect(tries).toEqual([0, 5, 15, 35, 75, 155, 315]);
    expect(await warnings(ids)).toEqual(["SearchChannelNotConnected", "AdsServiceUnavailable"]);
    expect(await events()).toBe(before + 1);
    ads.faults = [];
    test.advance(HOUR);
    await run();
    expect(await warnings(ids)).toEqual(["SearchChannelNotConnected"]);
  });
});

describe("the state of a campaign", () => {
  const state = async (ids: StoreIds) => (await api().localAds.overview(ids)).campaign;

  it("is read once after each change, then hourly", async () => {
    const ids = await running();
    expect(await state(ids)).toBeNull();
    await readCampaigns(test.asSystem());
    expect(await state(ids)).toEqual({ status: "running", reasons: [] });
    await setSearch(test, ids, false);
    await run();
    await readCampaigns(test.asSystem());
    expect(await state(ids)).toEqual({ status: "paused", reasons: [] });
  });

  it("that was changed at the service is set back", async () => {
    const ids = await running();
    await readCampaigns(test.asSystem());
    await ads.setBudget(ids.storeId, 99_900);
    await ads.setRadius(ids.storeId, { latitude: 1, longitude: 1, miles: 50 });
    test.advance(HOUR);
    expect(await readCampaigns(test.asSystem())).toEqual({ drifted: 1 });
    await run();
    expect(await ads.readCampaign(ids.storeId)).toMatchObject({
      status: "running",
      dailyBudget: 1_000,
      area: { latitude: 51.5, longitude: -0.1, miles: 10 },
    });
    test.advance(HOUR);
    expect(await readCampaigns(test.asSystem())).toEqual({ drifted: 0 });
  });
});
