import { expect, it } from "vitest";
import { createProviders } from "../providers.ts";
import type { ListingItem, NewListingStore, WaitingLocation } from "../search-provider.ts";

const START = Date.parse("2026-03-02T09:00:00Z");
const DAY = 86_400;

/** A sandbox with its clock at `at` seconds after the channel began to wait. */
function newWorld(speed?: string) {
  const clock = { at: 0 };
  const now = () => new Date(START + clock.at * 1_000);
  return { clock, now, ...createProviders({ HIGHSTREET_SANDBOX_SPEED: speed }, { now }) };
}

const waitingFor = (locationId: string): WaitingLocation => ({
  key: `store of ${locationId}`,
  locationId,
  name: "Corner Shop",
  address: "1 High Street, London",
  postcode: "N1 1AA",
  waitingSince: new Date(START),
});

const storeAt = (locationId: string): NewListingStore => ({
  merchantId: "retailer",
  storeCode: `code-${locationId}`,
  country: "GB",
  locationId,
  name: "Corner Shop",
  address: "1 High Street, London, N1 1AA, GB",
  placeId: null,
  phone: null,
});

const item = (offerId: string): ListingItem => ({
  offerId,
  gtin: offerId,
  language: "en",
  status: "in_stock",
  quantity: 5,
  price: { amount: "4.50", currency: "GBP" },
  pickup: null,
  seenAt: new Date(START),
});

type World = ReturnType<typeof newWorld>;

/** Accepts all invitations that match. */
async function accept({ search }: World, locationId: string): Promise<number> {
  const invitations = await search.findInvitations([waitingFor(locationId)]);
  for (const { id } of invitations) await search.acceptInvitation(id);
  return invitations.length;
}

/**
 * Prepares a location with our access and a registered store.
 * @param at the time in seconds; default: the time of the invitation
 */
async function settle(world: World, locationId: string, at = 5) {
  world.clock.at = at;
  await accept(world, locationId);
  const store = storeAt(locationId);
  return { store, matching: await world.search.insertStore(store) };
}

it("takes a location from an invitation to live listings in 15 seconds", async () => {
  const world = newWorld();
  world.clock.at = 4.9;
  expect(await accept(world, "1001")).toBe(0);
  expect(await world.search.readProfile("1001")).toBeNull();
  world.clock.at = 5;
  expect(await world.search.findInvitations([waitingFor("1001")])).toMatchObject([{ fits: ["store of 1001"] }]);
  expect(await accept(world, "1001")).toBe(1);
  expect(await accept(world, "1001")).toBe(0);
  expect(await world.search.readProfile("1001")).toMatchObject({ storeCode: null, standing: "good" });
  await world.search.setStoreCode("1001", "S1");
  expect(await world.search.readProfile("1001")).toMatchObject({ storeCode: "S1" });
  const store = storeAt("1001");
  expect(await world.search.readState(store)).toEqual({
    matching: null,
    isLive: false,
    storefrontUrl: null,
    items: null,
  });
  expect(await world.search.insertStore(store)).toEqual({ isMatched: true });
  await world.search.submitItem(store, item("5000168001142"));
  world.clock.at = 14.9;
  expect(await world.search.readState(store)).toMatchObject({ isLive: false });
  await world.search.insertStore(store);
  world.clock.at = 15;
  expect(await world.search.readState(store)).toMatchObject({
    isLive: true,
    storefrontUrl: expect.stringContaining("1001"),
    items: { accepted: 1, inStock: 1, rejected: 0 },
  });
});

it("takes the real 4 days at speed 1, 14 for a slow location, and proportional times at other speeds", async () => {
  for (const [id, seconds] of [
    ["1001", 4 * DAY],
    ["9901", 14 * DAY],
  ] as const) {
    for (const [speed, factor] of [
      ["1", 1],
      ["23040", 23_040],
    ] as const) {
      const world = newWorld(speed);
      const { store } = await settle(world, id, (5 * 23_040) / factor);
      world.clock.at = seconds / factor - 0.01;
      expect(await world.search.readState(store)).toMatchObject({ isLive: false });
      world.clock.at = seconds / factor;
      expect(await world.search.readState(store)).toMatchObject({ isLive: true });
    }
  }
});

it("refuses a speed below 1 and a speed that is not a number", () => {
  for (const speed of ["fast", "0", "-1", "Infinity"])
    expect(() => newWorld(speed)).toThrow("HIGHSTREET_SANDBOX_SPEED");
});

it("invites after the time in the id (991nnn), or never (997)", async () => {
  const world = newWorld();
  world.clock.at = 119;
  expect(await accept(world, "9911200")).toBe(0);
  world.clock.at = 120;
  expect(await accept(world, "9911200")).toBe(1);
  world.clock.at = 1_000_000;
  expect(await accept(world, "9971")).toBe(0);
});

it("has profiles with a store code (992), and refuses a code that another location has", async () => {
  const world = newWorld();
  await settle(world, "9920042");
  expect(await world.search.readProfile("9920042")).toMatchObject({ storeCode: "SHOP-0042" });
  await settle(world, "1002");
  await expect(world.search.setStoreCode("1002", "SHOP-0042")).rejects.toMatchObject({
    kind: "refused",
    reason: "STORE_CODE_TAKEN",
  });
  await world.search.setStoreCode("9920042", "SHOP-0042");
  await expect(world.search.setStoreCode("1003", "S3")).rejects.toMatchObject({ kind: "no-access" });
});

it("matches no profile for the reason in the id (993), and then never shows listings", async () => {
  for (const [id, reason] of [
    ["99310", "no_profiles"],
    ["99320", "no_match"],
    ["99330", "unverified"],
  ] as const) {
    const world = newWorld();
    const { store, matching } = await settle(world, id);
    expect(matching).toEqual({ isMatched: false, reason });
    world.clock.at = 1_000;
    expect(await world.search.readState(store)).toMatchObject({ isLive: false, matching: { reason } });
  }
});

it("disapproves the same items every time (994nn)", async () => {
  const world = newWorld();
  const { store } = await settle(world, "994300");
  const offers = Array.from({ length: 200 }, (_, n) => `offer-${n}`);
  for (const offerId of offers) await world.search.submitItem(store, item(offerId));
  const refused = await Array.fromAsync(world.search.listProblems(store), ({ offerId }) => offerId);
  expect(refused.length).toBeGreaterThan(30);
  expect(refused.length).toBeLessThan(90);
  expect(await Array.fromAsync(world.search.listProblems(store), ({ offerId }) => offerId)).toEqual(refused);
  expect(await world.search.readState(store)).toMatchObject({
    items: { accepted: 200 - refused.length, rejected: refused.length },
  });
});

it("removes our access (995nnn), and the store has no listings", async () => {
  const world = newWorld();
  const { store } = await settle(world, "995060");
  world.clock.at = 64;
  expect(await world.search.readState(store)).toMatchObject({ isLive: true });
  world.clock.at = 65;
  expect(await world.search.readProfile("995060")).toBeNull();
  expect(await world.search.readState(store)).toMatchObject({ isLive: false, storefrontUrl: null });
});

it("has no quota for a time (996nnn), and returns the wait", async () => {
  const world = newWorld();
  const { store } = await settle(world, "996030");
  world.clock.at = 15;
  await expect(world.search.submitItem(store, item("1"))).rejects.toMatchObject({
    kind: "quota",
    retryAfterMs: 20_000,
  });
  world.clock.at = 35;
  await world.search.submitItem(store, item("1"));
});

it("has profiles in every standing (998)", async () => {
  for (const [id, standing] of [
    ["99810", "in_review"],
    ["99820", "unverified"],
    ["99830", "conflict"],
    ["99840", "suspended"],
  ] as const) {
    const world = newWorld();
    await settle(world, id);
    expect(await world.search.readProfile(id)).toMatchObject({ standing });
  }
});

it("forgets access that we gave up, and an item after 30 days", async () => {
  const world = newWorld();
  const { store } = await settle(world, "1001");
  await world.search.submitItem(store, item("1"));
  await world.search.giveUpAccess("1001");
  await world.search.giveUpAccess("1001");
  expect(await world.search.readProfile("1001")).toBeNull();
  world.clock.at += 30 * DAY;
  expect(await world.search.readState(store)).toMatchObject({ items: { accepted: 0 } });
});

it("creates a store's paused campaign once, and runs it with its budget", async () => {
  const { ads } = newWorld();
  const wanted = { merchantId: "retailer", country: "GB", area: { latitude: 51.5, longitude: -0.1, miles: 5 } };
  const id = await ads.createCampaign({ ...wanted, storeId: "s1", dailyBudget: 1_250 });
  expect(await ads.readCampaign(id)).toMatchObject({ status: "paused", dailyBudget: 1_250 });
  await ads.setBudget(id, 2_000);
  expect(await ads.createCampaign({ ...wanted, storeId: "s1", dailyBudget: 1 })).toBe(id);
  await ads.setRadius(id, { ...wanted.area, miles: 20 });
  expect(await ads.readCampaign(id)).toMatchObject({ status: "running", dailyBudget: 2_000, area: { miles: 20 } });
  await ads.pause(id);
  expect(await ads.readCampaign(id)).toMatchObject({ status: "paused", dailyBudget: 2_000 });
  expect(await ads.readCampaign("another")).toBeNull();
  await expect(ads.setBudget("another", 1)).rejects.toMatchObject({
    kind: "no-access",
    reason: "NO_SUCH_CAMPAIGN",
  });
});

it("gives a running campaign one more day of outcome for each of its days, the same at every call", async () => {
  const { ads, clock, speed } = newWorld();
  const wanted = { merchantId: "retailer", country: "GB", area: { latitude: 51.5, longitude: -0.1, miles: 5 } };
  const id = await ads.createCampaign({ ...wanted, storeId: "s1", dailyBudget: 1_250 });
  const read = () => ads.readOutcome(id, { from: "2026-10-25", to: "2026-11-23" });
  await ads.setBudget(id, 2_000);
  expect(await read()).toEqual([]);
  clock.at += (2.5 * DAY) / speed;
  const two = await read();
  expect(two.map(({ date }) => date)).toEqual(["2026-11-22", "2026-11-23"]);
  for (const { spend, clicks, impressions } of two) {
    expect(spend).toBeGreaterThanOrEqual(1_200);
    expect(spend).toBeLessThanOrEqual(2_200);
    expect(clicks).toBeGreaterThan(20);
    expect(impressions).toBeGreaterThan(clicks);
  }
  await ads.pause(id);
  clock.at += DAY;
  expect(await read()).toEqual(two);
  await ads.setBudget(id, 2_000);
  clock.at += DAY;
  expect(await read()).toHaveLength(30);
  expect((await read()).slice(-2)).toEqual(two);
  expect(await ads.readOutcome("another", { from: "2026-10-25", to: "2026-11-23" })).toEqual([]);
});

it("invites all waiting stores of a location and no others, for any names of the stores", async () => {
  const { search, clock } = newWorld();
  clock.at = 5;
  const late = { ...waitingFor("1001"), key: "late", waitingSince: new Date(START + 4_000) };
  const invitations = await search.findInvitations([waitingFor("1001"), waitingFor("9971"), late]);
  expect(invitations.map(({ fits }) => fits)).toEqual([["store of 1001", "late"]]);
});

it("describes its behaviour for every location", () => {
  const { storyOf } = newWorld();
  const ids = ["1001", "9901", "9911200", "9920042", "99310", "994300", "995060", "996030", "9971", "99810"];
  const stories = ids.map((id) => storyOf?.(id));
  expect(stories[0]).toBe(
    "The sandbox invites us 5 s after the channel was enabled. Its listings show 10 s after the store was registered.",
  );
  expect(new Set(stories).size).toBe(ids.length);
  expect(createProviders({ HIGHSTREET_SANDBOX_SPEED: "1" }).storyOf?.("1001")).toContain("2.7 days");
});
