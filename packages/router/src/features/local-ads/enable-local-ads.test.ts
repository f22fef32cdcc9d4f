import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newAdsShop, setSearch, setStock } from "../../../tests/local-ads/ads-shop.ts";
import { createCaller } from "../../router.ts";
import { activateDueBudgets } from "./activate-due-budgets.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

type Ids = { retailerId: string; storeId: string };
const newStore = (inStock = 50) => newAdsShop(test, {}, inStock);

const api = () => createCaller(test.ctx);
const post = async (ids: Ids, dailyBudget: number) =>
  (await api().channels.enable({ ...ids, body: { type: "local-ads", parameters: { dailyBudget } } })).channel;
const remove = (ids: Ids) => api().channels.remove({ ...ids, type: "local-ads" });
const read = async (ids: Ids) => (await api().channels.list(ids)).find(({ id }) => id === "local_ads");
const activate = () => activateDueBudgets(test.asSystem());
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: { cause: { code: string; members: object } }) => ({ code: error.cause.code, ...error.cause.members }),
  );

describe("local ads", () => {
  it("need search connected, then 50 products in stock", async () => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    expect(await codeOf(post(ids, 5))).toEqual({ code: "SearchChannelNotConnected", since: null });
    const few = await newStore(49);
    expect(await codeOf(post(few, 5))).toEqual({ code: "InsufficientInStockProducts", required: 50, actual: 49 });
    expect(await read(few)).toBeUndefined();
    await setSearch(test, few, false);
    expect(await codeOf(post(few, 5))).toMatchObject({ code: "SearchChannelNotConnected" });
  });

  it("say since when the search channel is not connected, in the store's time and across other changes", async () => {
    test.setNow("2026-06-02T09:00:00Z");
    const ids = await newStore(50);
    await post(ids, 5);
    test.setNow("2026-06-03T09:12:30Z");
    await setSearch(test, ids, false);
    test.setNow("2026-06-04T09:00:00Z");
    await setSearch(test, ids, false);
    const since = "The channel has been pending since 2026-06-03 10:12, and its warnings say why.";
    expect((await read(ids))?.warnings).toEqual([
      {
        id: "SearchChannelNotConnected",
        message: `The ads pause until the store's search channel is connected. ${since}`,
      },
    ]);
    await expect(post(ids, 6)).rejects.toThrow(since);
    expect(await codeOf(post(ids, 6))).toEqual({
      code: "SearchChannelNotConnected",
      since: "2026-06-03T09:12:30.000Z",
    });
  });

  it("check both preconditions for each new budget, but not when the budget becomes active", async () => {
    test.setNow("2026-02-02T09:00:00Z");
    const ids = await newStore(50);
    await post(ids, 5);
    await setStock(test, ids, 49);
    expect(await codeOf(post(ids, 6))).toMatchObject({ code: "InsufficientInStockProducts" });
    await setSearch(test, ids, false);
    expect(await codeOf(post(ids, 6))).toMatchObject({ code: "SearchChannelNotConnected" });
    test.setNow("2026-02-03T00:00:00Z");
    expect(await activate()).toBe(1);
    expect(await read(ids)).toMatchObject({ status: "pending", dailyBudget: 5 });
  });

  it("activate a first budget at the store's next midnight, exactly once", async () => {
    test.setNow("2026-03-02T09:00:00Z");
    const ids = await newStore();
    expect(await post(ids, 12.5)).toMatchObject({
      id: "local_ads",
      status: "pending",
      warnings: [],
      parameters: { dailyBudget: 12.5, currency: "GBP" },
      ...{ dailyBudget: 0, currency: "GBP" },
      upcomingChange: { dailyBudget: 12.5, currency: "GBP", activates: "2026-03-03T00:00:00+00:00" },
    });
    test.setNow("2026-03-02T23:59:59.999Z");
    expect(await activate()).toBe(0);
    test.setNow("2026-03-05T10:00:00Z");
    expect(await Promise.all([activate(), activate()])).toContain(1);
    expect(await activate()).toBe(0);
    expect(await read(ids)).toMatchObject({ status: "connected", dailyBudget: 12.5, upcomingChange: null });
    const appended = await test.ctx.db.query<{ n: number }>(
      "SELECT count(*) AS n FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND subject = 'channel:local_ads'",
      [ids.retailerId, ids.storeId],
    );
    expect(appended).toEqual([{ n: 2 }]);
  });

  it("replace a change before midnight, cancel a change by the current budget, and undo a removal", async () => {
    test.setNow("2026-06-01T09:00:00Z");
    const ids = await newStore();
    await post(ids, 10);
    expect(await post(ids, 20)).toMatchObject({ upcomingChange: { dailyBudget: 20 } });
    test.setNow("2026-06-01T23:00:00Z");
    await activate();
    expect(await read(ids)).toMatchObject({ dailyBudget: 20, upcomingChange: null });
    expect(await post(ids, 30)).toMatchObject({
      dailyBudget: 20,
      upcomingChange: { dailyBudget: 30, activates: "2026-06-03T00:00:00+01:00" },
    });
    expect(await post(ids, 20)).toMatchObject({ dailyBudget: 20, upcomingChange: null });
    expect(await remove(ids)).toMatchObject({ dailyBudget: 20, upcomingChange: { dailyBudget: 0 } });
    expect(await post(ids, 20)).toMatchObject({ status: "connected", upcomingChange: null });
  });

  it("end with the midnight after their removal, or at once without an active budget, and block the removal of search until then", async () => {
    test.setNow("2026-07-01T09:00:00Z");
    const ids = await newStore();
    await post(ids, 10);
    expect(await codeOf(api().channels.remove({ ...ids, type: "search" }))).toEqual({ code: "ChannelInUse" });
    expect(await remove(ids)).toMatchObject({ dailyBudget: 0, upcomingChange: { dailyBudget: 0 } });
    expect(await read(ids)).toBeUndefined();
    await post(ids, 10);
    test.setNow("2026-07-02T09:00:00Z");
    await activate();
    await remove(ids);
    test.setNow("2026-07-02T23:00:00Z");
    expect(await activate()).toBe(1);
    expect(await read(ids)).toBeUndefined();
    expect(await codeOf(remove(ids))).toEqual({ code: "ChannelNotEnabled" });
    expect(await api().channels.remove({ ...ids, type: "search" })).toBeNull();
  });

  it.each([
    ["posted", (ids: Ids) => post(ids, 6)],
    ["ended", remove],
  ])("that are %s while the time zone changes follow the new time zone", async (_, call) => {
    test.setNow("2026-06-02T09:00:00Z");
    const ids = await newStore();
    await post(ids, 5);
    test.setNow("2026-06-03T09:00:00Z");
    await activate();
    const clocks = await test.ctx.db.pool.connect();
    try {
      await clocks.query("BEGIN");
      const own = [ids.retailerId, ids.storeId];
      await clocks.query("UPDATE store SET timezone = 'Asia/Tokyo' WHERE retailer_id = $1 AND store_id = $2", own);
      const called = call(ids);
      const blocked = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await test.ctx.db.query(blocked)).toEqual([{ n: 1 }]));
      await clocks.query("COMMIT");
      await called;
    } finally {
      clocks.release(true);
    }
    expect((await read(ids))?.upcomingChange).toMatchObject({ activates: "2026-06-04T00:00:00+09:00" });
  });
});
