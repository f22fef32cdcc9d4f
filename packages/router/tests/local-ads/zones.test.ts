import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StoreIds } from "../../src/core/channels/index.ts";
import { activateDueBudgets } from "../../src/features/local-ads/index.ts";
import { createCaller } from "../../src/router.ts";
import { newAdsShop } from "./ads-shop.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());
beforeEach(() => world.setNow("2026-03-02T09:00:00Z"));

const api = () => createCaller(world.ctx);
const run = () => activateDueBudgets(world.asSystem());
const post = async (ids: StoreIds, dailyBudget: number) =>
  (await api().channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget } } })).channel;
const read = async (ids: StoreIds) => (await api().channels.list(ids)).find(({ id }) => id === "local_ads");
const move = (ids: StoreIds, timezone: string) => api().stores.update({ ...ids, body: { timezone } });

const nextClockChange = (zone: string): Temporal.ZonedDateTime | null =>
  Temporal.Instant.from("2026-03-02T09:00:00Z").toZonedDateTimeISO(zone).getTimeZoneTransition("next");

describe("a budget", () => {
  it("starts at the first moment of the store's day, in all zones with a clock change this spring", async () => {
    const moments = [];
    // One zone for each group of zones with the same clock changes.
    const zones = Map.groupBy(Intl.supportedValuesOf("timeZone"), (zone) =>
      nextClockChange(zone)?.toString().slice(0, 25),
    );
    for (const [zone = "UTC"] of zones.values()) {
      const change = nextClockChange(zone)?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
      if (change > Date.parse("2026-05-01")) continue;
      world.setNow(new Date(change - 3_600_000));
      const ids = await newAdsShop(world, { timezone: zone });
      const { upcomingChange } = await post(ids, 10);
      moments.push({ ids, zone, at: new Date(upcomingChange?.activates ?? "").getTime() });
    }
    expect(moments.length).toBeGreaterThan(10);
    const together = Map.groupBy(moments, ({ at }) => at);
    for (const [at, stores] of [...together].toSorted(([one], [other]) => one - other)) {
      world.setNow(new Date(at - 1));
      expect(await run()).toBe(0);
      world.setNow(new Date(at));
      expect(await run()).toBe(stores.length);
      for (const { ids, zone } of stores) expect(await read(ids), zone).toMatchObject({ status: "connected" });
    }
  });
});

describe("a store with a clock change before an upcoming budget", () => {
  it("gets it with the same date where that has not begun there", async () => {
    const ids = await newAdsShop(world);
    await post(ids, 10);
    await move(ids, "America/New_York");
    expect(await read(ids)).toMatchObject({ upcomingChange: { activates: "2026-03-03T00:00:00-05:00" } });
    await move(ids, "Europe/London");
    expect(await read(ids)).toMatchObject({ upcomingChange: { activates: "2026-03-03T00:00:00+00:00" } });
  });

  it("gets it with the next date where that has begun there already: never sooner than it was promised", async () => {
    const ids = await newAdsShop(world);
    world.setNow("2026-03-02T20:00:00Z");
    await post(ids, 10);
    await move(ids, "Asia/Tokyo");
    await run();
    expect(await read(ids)).toMatchObject({
      dailyBudget: 0,
      upcomingChange: { activates: "2026-03-04T00:00:00+09:00" },
    });
    world.setNow("2026-03-03T15:00:00Z");
    await run();
    expect(await read(ids)).toMatchObject({ dailyBudget: 10 });
  });

  it("has one change per date, also if a date repeats", async () => {
    const ids = await newAdsShop(world);
    await post(ids, 10);
    world.setNow("2026-03-03T00:30:00Z");
    await run();
    await move(ids, "America/New_York");
    expect(await post(ids, 20)).toMatchObject({ upcomingChange: { activates: "2026-03-04T00:00:00-05:00" } });
  });
});
