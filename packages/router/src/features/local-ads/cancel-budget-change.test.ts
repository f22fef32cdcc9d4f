import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newAdsShop } from "../../../tests/local-ads/ads-shop.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { createCaller } from "../../router.ts";
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

describe("cancelBudgetChange", () => {
  it("keeps the current budget, and records the change in the history", async () => {
    const ids = await running();
    await post(ids, 20);
    test.advance(1_000);
    expect(await api().localAds.overview(ids)).toMatchObject({ canCancel: true });
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ budget: 10, upcoming: null, canCancel: false });
    expect(await read(ids)).toMatchObject({ parameters: { dailyBudget: 10 }, upcomingChange: null });
    const { data } = await api().history.list({ retailerId: ids.retailerId, page: { size: 1 } });
    expect(data[0]).toMatchObject({ action: "channel.update", target: { type: "channel", id: "local_ads" } });
  });

  it("cancels the end of the ads", async () => {
    const ids = await running();
    await api().channels.remove({ ...ids, type: "local_ads" });
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ budget: 10, upcoming: null });
    expect(await read(ids)).toMatchObject({ status: "connected", upcomingChange: null });
  });

  it("deletes local ads that never had a budget", async () => {
    const ids = await newAdsShop(test);
    await post(ids, 10);
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ budget: 0, upcoming: null, history: [] });
    expect(await read(ids)).toBeUndefined();
    await expect(api().localAds.cancelChange(ids)).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
  });

  it("changes nothing without an upcoming change, and keeps a due change", async () => {
    const ids = await running();
    const before = await read(ids);
    test.advance(1_000);
    await api().localAds.cancelChange(ids);
    expect(await read(ids)).toEqual(before);
    await post(ids, 20);
    test.setNow("2026-03-03T00:00:00Z");
    expect(await api().localAds.overview(ids)).toMatchObject({ canCancel: false });
    expect(await api().localAds.cancelChange(ids)).toMatchObject({ upcoming: { dailyBudget: 20 } });
    expect(await activateDueBudgets(test.asSystem())).toBe(1);
  });
});
