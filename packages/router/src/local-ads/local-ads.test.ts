import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../router.ts";
import { refreshSearchChannels } from "../search/index.ts";
import { createTestContext, type TestContext } from "../testing.ts";
import { activateDueBudgets } from "./index.ts";
import { nextLocalDay } from "./next-local-day.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

type Ids = { retailerId: string; storeId: string };
let locations = 2000;

/** A store with search connected and products in stock. */
async function newStore(inStock = 50, fields: Parameters<TestContext["store"]>[1] = {}): Promise<Ids> {
  const { id } = await test.retailer();
  const { ids } = await test.store(id, fields);
  await api().channels.enable({ ...ids, body: { type: "search", parameters: { locationId: String(++locations) } } });
  test.advance(20_000);
  await refreshSearchChannels(test.asSystem());
  await test.ctx.db.query("UPDATE store SET in_stock_count = $3 WHERE retailer_id = $1 AND store_id = $2", [
    ids.retailerId,
    ids.storeId,
    inStock,
  ]);
  return ids;
}

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
    expect(await codeOf(post(ids, 5))).toEqual({ code: "SearchChannelNotConnected" });
    const few = await newStore(49);
    expect(await codeOf(post(few, 5))).toEqual({ code: "InsufficientInStockProducts", required: 50, actual: 49 });
    expect(await read(few)).toBeUndefined();
  });

  it("activate a first budget at the store's next midnight, exactly once", async () => {
    test.setNow("2026-03-02T09:00:00Z");
    const ids = await newStore();
    expect(await post(ids, 12.5)).toMatchObject({
      id: "local_ads",
      status: "pending",
      warnings: [],
      dailyBudget: 0,
      upcomingChange: { dailyBudget: 12.5, activates: "2026-03-03T00:00:00+00:00" },
    });
    test.setNow("2026-03-02T23:59:59.999Z");
    expect(await activate()).toBe(0);
    test.setNow("2026-03-05T10:00:00Z");
    expect(await Promise.all([activate(), activate()])).toContain(1);
    expect(await activate()).toBe(0);
    expect(await read(ids)).toMatchObject({ status: "connected", dailyBudget: 12.5, upcomingChange: null });
    const told = await test.ctx.db.query<{ n: number }>(
      "SELECT count(*) AS n FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND subject = 'channel:local_ads'",
      [ids.retailerId, ids.storeId],
    );
    expect(told).toEqual([{ n: 2 }]);
  });

  it("replace a change before midnight, cancel it by the budget in force, and undo a removal", async () => {
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

  it("end with the midnight after their removal, at once when no budget was active, and hold search till then", async () => {
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
});

describe("the next local day", () => {
  it("begins at the first instant that its clocks show, on clock-change days too", () => {
    const next = (now: string, zone: string) => nextLocalDay(new Date(now), zone).toISOString();
    expect(next("2026-03-28T12:00:00Z", "Europe/London")).toBe("2026-03-29T00:00:00.000Z");
    expect(next("2026-03-29T12:00:00Z", "Europe/London")).toBe("2026-03-29T23:00:00.000Z");
    expect(next("2026-10-25T00:30:00Z", "Europe/London")).toBe("2026-10-26T00:00:00.000Z");
    // Beirut's clocks go from midnight to one: its day begins at 01:00.
    expect(next("2026-03-28T12:00:00Z", "Asia/Beirut")).toBe("2026-03-28T22:00:00.000Z");
  });
});
