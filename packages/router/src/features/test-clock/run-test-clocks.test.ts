import { createSandboxProviders, type Providers, withTestWorld } from "@highstreet/providers";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workFor } from "../../../tests/search/search-life.ts";
import { createCaller } from "../../router.ts";
import { endHides } from "../customizations/index.ts";
import { applyDueSales, expireUnseen } from "../ingest/index.ts";
import { publishListings, readListingProblems } from "../listings/index.ts";
import { activateDueBudgets, readCampaigns } from "../local-ads/index.ts";
import { checkSearchChannels } from "../search/index.ts";
import { disconnectSilentSources } from "../sources/index.ts";
import { runTestClocks } from "./run-test-clocks.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The calls of a provider that is not there. */
const called: string[] = [];
const nothing = new Proxy({ businessAccountId: "accounts/1" } as Record<string, unknown>, {
  get: (known, name: string) => known[name] ?? (() => Promise.reject(new Error(`called ${called.push(name)}`))),
});
const live = { search: nothing, ads: nothing, speed: 1 } as unknown as Providers;

let now = () => new Date();
const t = await createTestContext({ providers: withTestWorld(live, createSandboxProviders({ now: () => now() })) });
now = t.ctx.now;
afterAll(() => t.close());

const tester = t.asKey({ isTest: true });
const api = createCaller(tester);
type Ids = { retailerId: string; storeId: string };
let ids: Ids;
/** A live shop with the same stock, hide and sale. */
let other: Ids;
beforeAll(async () => {
  ids = (await t.store((await t.retailer({}, tester)).id, { latitude: 51.5, longitude: -0.1 }, tester)).ids;
  other = (await t.store((await t.retailer()).id)).ids;
});

let aheadSeconds = 0;
const timeIn = (seconds: number) => new Date(t.ctx.now().getTime() + (aheadSeconds + seconds) * 1_000).toISOString();

async function work(): Promise<void> {
  const ctx = t.asSystem();
  for (const job of [endHides, applyDueSales, expireUnseen, disconnectSilentSources]) await job(ctx);
  await runTestClocks(ctx);
  await checkSearchChannels(ctx);
  await activateDueBudgets(ctx);
}

async function move(seconds: number): Promise<void> {
  aheadSeconds += seconds;
  await api.testClock.move({ retailerId: ids.retailerId, body: { aheadSeconds } });
  await work();
}

/** GTIN-13s, because a listing needs one. */
const mugs = Array.from({ length: 50 }, (_, n) => {
  const digits = String(500_000_000_000 + n);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
});
const mug = (n: number) => mugs[n] as string;
const stock = mugs.map((barcode) => ({ barcode, price: 4.5, quantity: 9 }));
const ads = (dailyBudget: number) =>
  api.channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget } } });
const channel = (type: string) => api.channels.get({ ...ids, type });
const item = (barcode: string) => api.inventory.getItem({ ...ids, barcode });
const put = (lines: string) =>
  api.inventory.putStock({
    ...ids,
    mode: "update",
    feed: (async function* () {
      yield Buffer.from(`barcode,price,quantity\n${lines}`);
    })(),
  });

test("a search channel becomes connected by the sandbox, with the ids that the partner gave", async () => {
  await api.inventory.patchStock({ ...ids, body: stock });
  const parameters = { locationId: "9941012345" };
  await api.channels.enable({ ...ids, body: { type: "search", parameters } });
  expect(await channel("search")).toMatchObject({ status: "pending", parameters });
  await workFor(t, 60);
  expect(await channel("search")).toMatchObject({ status: "connected", parameters });
  expect(await api.channels.setup(ids)).toMatchObject({ locationId: "9941012345", rehearsal: { speed: 23_040 } });
  await publishListings(t.asSystem());
  t.advance(HOUR * 1_000);
  await readListingProblems(t.asSystem());
  const { data } = await api.listings.list({ ...ids, type: "search", page: {} });
  expect(new Set(data.map(({ state }) => state))).toEqual(new Set(["sent", "disapproved"]));
});

test("the same location of a live retailer is another location", async () => {
  const parameters = { locationId: "9941012345" };
  await createCaller(t.ctx).channels.enable({ ...other, body: { type: "search", parameters } });
  await createCaller(t.ctx).channels.remove({ ...other, type: "search" });
  await work();
  expect(await channel("search")).toMatchObject({ status: "connected" });
});

test("a budget starts at the midnight of the test clock, once a day", async () => {
  await ads(25);
  expect(await channel("local_ads")).toMatchObject({
    ...{ dailyBudget: 0, upcomingChange: { activates: "2026-03-03T00:00:00+00:00" } },
  });
  await work();
  expect(await channel("local_ads")).toMatchObject({ dailyBudget: 0 });
  await move(DAY);
  expect(await channel("local_ads")).toMatchObject({ status: "connected", dailyBudget: 25, upcomingChange: null });
  await ads(30);
  expect(await channel("local_ads")).toMatchObject({ upcomingChange: { activates: "2026-03-04T00:00:00+00:00" } });
  await move(15 * HOUR);
  expect(await channel("local_ads")).toMatchObject({ dailyBudget: 30 });
  await readCampaigns(t.asSystem());
});

test("an upcoming budget also starts without a further move of the clock", async () => {
  await ads(40);
  const { upcomingChange } = await channel("local_ads");
  const wait = Date.parse(upcomingChange?.activates ?? "") - Date.parse(timeIn(0));
  t.advance(wait - 1_000);
  await work();
  expect(await channel("local_ads")).toMatchObject({ dailyBudget: 30 });
  t.advance(1_000);
  await work();
  expect(await channel("local_ads")).toMatchObject({ dailyBudget: 40 });
});

test("a hide ends, and must lie ahead of the test clock", async () => {
  const hide = (as: typeof api, of: Ids, hiddenUntil: string) =>
    as.customizations.edit({ ...of, barcode: mug(1), body: { hidden: true, hiddenUntil } });
  await expect(hide(api, ids, timeIn(-1))).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
  await hide(api, ids, timeIn(HOUR));
  await createCaller(t.ctx).inventory.patchStock({ ...other, body: stock });
  await hide(createCaller(t.ctx), other, timeIn(HOUR));
  await move(HOUR - 1);
  expect(await item(mug(1))).toMatchObject({ hidden: true });
  await move(1);
  expect(await item(mug(1))).toMatchObject({ hidden: false });
  expect(await createCaller(t.ctx).inventory.getItem({ ...other, barcode: mug(1) })).toMatchObject({ hidden: true });
});

test("a sale starts and ends, and a line is read by the test clock", async () => {
  const day = (days: number) => timeIn(days * DAY).slice(0, 10);
  const line = {
    ...{ barcode: mug(2), price: 10, sale_price: 6, quantity: 9 },
    sale_price_effective_date: `${day(2)}/${day(3)}`,
  };
  await api.inventory.patchStock({ ...ids, body: [line] });
  expect(await item(mug(2))).toMatchObject({ price: 10 });
  await move(2 * DAY);
  expect(await item(mug(2))).toMatchObject({ price: 6, regularPrice: 10 });
  await api.inventory.patchStock({ ...ids, body: [line] });
  expect(await item(mug(2))).toMatchObject({ price: 6, regularPrice: 10 });
  await move(2 * DAY);
  expect(await item(mug(2))).toMatchObject({ price: 10, regularPrice: null });
});

test("48 hours without stock disconnect the source, and stock connects it again", async () => {
  await api.inventory.patchStock({ ...ids, body: stock.slice(0, 1) });
  await move(2 * DAY - 1);
  expect(await api.inventory.getSource(ids)).toMatchObject({ status: "connected" });
  await move(1);
  expect(await api.inventory.getSource(ids)).toMatchObject({ status: "disconnected" });
  await api.inventory.patchStock({ ...ids, body: stock.slice(0, 1) });
  await work();
  expect(await api.inventory.getSource(ids)).toMatchObject({ status: "connected", lastHeardAt: timeIn(0) });
  expect(await createCaller(t.ctx).inventory.getSource(other)).toMatchObject({ status: "connected" });
});

test("7 days without a line take an item out of stock", async () => {
  await put("a,1,5\nb,1,5");
  await move(4 * DAY);
  await put("a,1,6");
  await move(3 * DAY - 1);
  expect(await item("b")).toMatchObject({ status: "in_stock" });
  await move(1);
  expect(await item("b")).toMatchObject({ status: "out_of_stock" });
  expect(await item("a")).toMatchObject({ status: "in_stock" });
});

test("an accepted feed writes the items of before, and leaves those of a later PATCH", async () => {
  await api.inventory.patchStock({ ...ids, body: stock });
  const held = await put(stock.map(({ barcode }) => `${barcode},5,0`).join("\n"));
  expect(held.status).toBe("held");
  t.advance(1_000);
  await api.inventory.patchStock({ ...ids, body: [{ barcode: mug(3), quantity: 7 }] });
  await api.inventory.acceptIngest({ ...ids, ingestId: held.id });
  expect(await item(mug(3))).toMatchObject({ quantity: 7 });
  expect(await item(mug(4))).toMatchObject({ quantity: 0 });
});

test("a week without the widget is a warning, until it is seen", async () => {
  await move(8 * DAY);
  const warning = expect.objectContaining({ id: "SwisWidgetNotSeenRecently" });
  expect(await channel("search")).toMatchObject({ warnings: [warning] });
  const { widgetToken } = await api.stores.get(ids);
  await api.channels.recordSighting({ body: { widgetToken } });
  expect(await channel("search")).toMatchObject({ warnings: [] });
  await work();
  expect(await channel("search")).toMatchObject({ warnings: [] });
});

test("events and records have real times, and no provider of live retailers was called", async () => {
  const { data } = await api.history.list({ retailerId: ids.retailerId, page: {} });
  for (const { at } of data) expect(Date.parse(at)).toBeLessThanOrEqual(t.ctx.now().getTime());
  const events = await t.ctx.db.query<{ at: Date }>(
    "SELECT max(created_at) AS at FROM store_event WHERE retailer_id = $1",
    [ids.retailerId],
  );
  expect(events[0]?.at.getTime()).toBeLessThanOrEqual(t.ctx.now().getTime());
  expect(called).toEqual([]);
});
