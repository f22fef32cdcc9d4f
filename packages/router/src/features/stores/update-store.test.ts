import { createTestContext, londonStore } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import type { StoreBody } from "../../core/stores/stores.schema.ts";
import { createCaller } from "../../router.ts";
import { createStore } from "./create-store.ts";
import { getStore } from "./read-stores.ts";
import { updateStore } from "./update-store.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();
const make = (fields: Partial<StoreBody>) => createStore(t.ctx, { retailerId, body: { ...londonStore, ...fields } });
const taken = { code: "ExternalIdTaken" };

test("keeps missing fields, sets null to the default or clears it, and increments the version", async () => {
  const made = await make({
    phone: "1",
    currency: "EUR",
    timezone: "Europe/Paris",
    areaType: "rural",
    links: [{ type: "a", value: "b" }],
  });
  const ids = { retailerId, storeId: made.id };
  t.advance(1_000);
  const city = await updateStore(t.ctx, { ...ids, body: { city: "Leeds" } });
  expect(city).toEqual({ ...made, city: "Leeds", version: 2, updatedAt: t.ctx.now().toISOString() });
  const cleared = await updateStore(t.ctx, {
    ...ids,
    body: { phone: null, currency: null, timezone: null, areaType: null, links: null },
  });
  expect(cleared).toMatchObject({
    phone: null,
    currency: "GBP",
    timezone: "Europe/London",
    areaType: "suburban",
    links: [],
    version: 3,
  });
  expect(await updateStore(t.ctx, { ...ids, body: {} })).toEqual(cleared);
});

test("takes time zone and currency from a new country, unless the body has both", async () => {
  const move = async (from: Partial<StoreBody>, body: object) => {
    const { id: storeId } = await make(from);
    const { country, timezone, currency } = await updateStore(t.ctx, { retailerId, storeId, body });
    return [country, timezone, currency];
  };
  const paris = "Europe/Paris";
  expect(await move({}, { country: "FR" })).toEqual(["FR", paris, "EUR"]);
  expect(await move({}, { country: "GB" })).toEqual(["GB", "Europe/London", "GBP"]);
  expect(await move({}, { country: "FR", timezone: "UTC", currency: "GBP" })).toEqual(["FR", "UTC", "GBP"]);
  expect(await move({}, { country: "FR", currency: null })).toEqual(["FR", paris, "EUR"]);
  expect(await move({}, { country: "US", timezone: "America/New_York" })).toEqual(["US", "America/New_York", "USD"]);
  // The new country also has the store's time zone, under any of its names.
  const detroit = { country: "CA", timezone: "America/Detroit" };
  expect(await move(detroit, { country: "US" })).toEqual(["US", "America/Detroit", "USD"]);
  expect(await move({ timezone: "Asia/Calcutta" }, { country: "IN" })).toEqual(["IN", "Asia/Calcutta", "INR"]);
  await expect(move({}, { country: "US" })).rejects.toMatchObject({
    code: "ValidationFailed",
    members: { errors: [{ pointer: "/timezone", code: "Required" }] },
  });
});

test("does not change the currency of a store with prices without a currency in the body", async () => {
  const { id: storeId } = await make({});
  const ids = { retailerId, storeId };
  const lines = [{ barcode: "5000000000017", price: 5, quantity: 5 }];
  await createCaller(t.ctx).inventory.patchStock({ ...ids, body: lines });
  await expect(updateStore(t.ctx, { ...ids, body: { country: "FR" } })).rejects.toMatchObject({
    code: "ValidationFailed",
    members: { errors: [{ pointer: "/currency", code: "Required" }] },
  });
  expect(await getStore(t.ctx, ids)).toMatchObject({ country: "GB", currency: "GBP", version: 1 });
  expect(await updateStore(t.ctx, { ...ids, body: { country: "IM" } })).toMatchObject({ currency: "GBP" });
  const named = await updateStore(t.ctx, { ...ids, body: { country: "FR", currency: "GBP" } });
  expect(named).toMatchObject({ country: "FR", currency: "GBP", timezone: "Europe/Paris" });
});

test("refuses to clear the time zone if the country has several", async () => {
  const { id: storeId } = await make({ country: "US", timezone: "America/New_York" });
  await expect(updateStore(t.ctx, { retailerId, storeId, body: { timezone: null } })).rejects.toMatchObject({
    code: "ValidationFailed",
  });
});

test("refuses the externalId of another store", async () => {
  const { id: storeId } = await make({ externalId: "u-1" });
  await make({ externalId: "u-2" });
  await expect(updateStore(t.ctx, { retailerId, storeId, body: { externalId: "u-2" } })).rejects.toMatchObject(taken);
  expect(await updateStore(t.ctx, { retailerId, storeId, body: { externalId: "u-1" } })).toMatchObject({
    externalId: "u-1",
  });
});

test("a store has both halves of its position, or none", async () => {
  const half = { code: "ValidationFailed", members: { errors: [{ pointer: "/longitude", code: "Required" }] } };
  await expect(make({ latitude: 51.5 })).rejects.toMatchObject(half);
  const { id: storeId } = await make({ latitude: 51.5, longitude: -0.1 });
  const change = (body: Parameters<typeof updateStore>[1]["body"]) => updateStore(t.ctx, { retailerId, storeId, body });
  await expect(change({ longitude: null })).rejects.toMatchObject(half);
  expect(await change({ latitude: 52 })).toMatchObject({ latitude: 52, longitude: -0.1 });
  expect(await change({ latitude: null, longitude: null })).toMatchObject({ latitude: null, longitude: null });
  await expect(change({ longitude: 1 })).rejects.toMatchObject({ code: "ValidationFailed" });
});

test("a store has opening hours, which a call sets, changes and clears", async () => {
  const { stores } = createCaller(t.ctx);
  const made = await stores.create({ retailerId, body: { ...londonStore, openingHours: "Mon-Fri 9-17" } });
  const ids = { retailerId, storeId: made.id };
  expect((await stores.get(ids)).openingHours).toBe("Mon-Fri 9-17");
  expect(await stores.update({ ...ids, body: { city: "Leeds" } })).toMatchObject({ openingHours: "Mon-Fri 9-17" });
  expect(await stores.update({ ...ids, body: { openingHours: "x".repeat(1_000) } })).toMatchObject({ version: 3 });
  const tooLong = stores.update({ ...ids, body: { openingHours: "x".repeat(1_001) } });
  await expect(tooLong).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
  expect(await stores.update({ ...ids, body: { openingHours: null } })).toMatchObject({ openingHours: null });
  expect((await make({})).openingHours).toBeNull();
});

test("a store has a pickup: a method with a time that goes with it, or null", async () => {
  const { stores, history } = createCaller(t.ctx);
  const pickup = { method: "buy", time: "next_day" } as const;
  const made = await stores.create({ retailerId, body: { ...londonStore, pickup } });
  const ids = { retailerId, storeId: made.id };
  const update = (value: object | null) => stores.update({ ...ids, body: { pickup: value as never } });
  expect(await stores.get(ids)).toEqual({ ...made, pickup });
  expect(await update({ method: "ship_to_store", time: "multi_week" })).toMatchObject({ version: 2 });
  expect(await stores.update({ ...ids, body: { city: "Leeds" } })).toMatchObject({ pickup: { time: "multi_week" } });
  expect(await update(null)).toMatchObject({ pickup: null, version: 4 });
  expect(await update(null)).toMatchObject({ version: 4 });
  expect(
    (await stores.list({ retailerId, page: { size: 100 } })).data.find(({ id }) => id === made.id)?.pickup,
  ).toBeNull();
  const [last] = (await history.list({ retailerId, storeId: made.id, page: {} })).data;
  expect(last).toMatchObject({
    before: { pickup: { method: "ship_to_store", time: "multi_week" } },
    after: { pickup: null },
  });
  const refused = async (value: object, pointer: string) =>
    expect(update(value)).rejects.toMatchObject({ cause: { members: { errors: [{ pointer }] } } });
  await refused({ method: "buy" }, "/pickup/time");
  await refused({ time: "same_day" }, "/pickup/method");
  await refused({ method: "buy", time: "two_days" }, "/pickup/time");
  await refused({ method: "ship_to_store", time: "same_day" }, "/pickup/time");
  await refused({ method: "post", time: "same_day" }, "/pickup/method");
  expect((await make({})).pickup).toBeNull();
});

test("a store has hours as data. A member that a change leaves out stays, and null clears both", async () => {
  const { stores } = createCaller(t.ctx);
  const regular = [{ day: "monday" as const, periods: [{ opens: "18:00", closes: "02:00" }] }];
  const special = [{ date: "2026-12-25", periods: [] }];
  const made = await stores.create({ retailerId, body: { ...londonStore, hours: { regular } } });
  const ids = { retailerId, storeId: made.id };
  expect(made.hours).toEqual({ regular, special: [] });
  expect(await stores.update({ ...ids, body: { hours: { special } } })).toMatchObject({ hours: { regular, special } });
  expect(await stores.update({ ...ids, body: { hours: { regular } } })).toMatchObject({ version: 2 });
  expect((await stores.get(ids)).hours).toEqual({ regular, special });
  const none = { regular: [], special: [] };
  expect(await stores.update({ ...ids, body: { hours: null } })).toMatchObject({ hours: none });
  expect((await make({})).hours).toEqual(none);
});
