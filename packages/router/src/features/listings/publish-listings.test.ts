import { Readable } from "node:stream";
import { ProviderError } from "@highstreet/providers";
import { createTestContext, type TestContextOptions } from "@highstreet/router/testing";
import { createRecordingProvider, startSending, statesOf } from "@highstreet/router/testing/listings";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { createCaller } from "../../router.ts";
import { readSetup } from "../search/internal/setup-row.ts";
import { beginListings, endListings, sendingTrouble } from "./publications.ts";
import { publishListings } from "./publish-listings.ts";

let now = (): Date => new Date();
const provider = createRecordingProvider(() => now());
const options: TestContextOptions = { providers: provider.providers };
const t = await createTestContext(options);
now = t.ctx.now;
afterAll(() => t.close());
const api = createCaller(t.ctx);
const worker = t.asSystem();
const DAY = 86_400_000;

/** GTINs, and an article number of the shop's own. */
const [mug, lamp, sofa, own] = ["5012345678900", "5000000000012", "96385074", "SOFA-1"] as const;
let location = 1_000;

type Lines = Parameters<typeof api.inventory.patchStock>[0]["body"];
const shops: StoreIds[] = [];

async function newShop(lines: Lines = [{ barcode: mug, price: 9.5, quantity: 5 }]) {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await api.inventory.patchStock({ ...ids, body: lines });
  const code = String(location++);
  await startSending(t.ctx, ids, code);
  shops.push(ids);
  return { ids, code, shelf: (key: string) => provider.shelves.get(`${code} ${key}`) };
}
const patch = (ids: StoreIds, body: Lines) => api.inventory.patchStock({ ...ids, body });
const edit = (ids: StoreIds, barcode: string, body: object) => api.customizations.edit({ ...ids, barcode, body });

afterEach(async () => {
  for (const shop of shops.splice(0)) await t.ctx.db.transaction("no shop", async (tx) => endListings(tx, shop));
});

beforeEach(() => {
  provider.disturb = () => undefined;
  Object.assign(provider.calls, { submitted: 0, described: 0, forgotten: 0 });
});

test("every visible item with a GTIN or a title is sent once with its current state", async () => {
  const { ids, shelf } = await newShop([
    { barcode: mug, price: 9.5, quantity: 5 },
    { barcode: lamp, price: 20, quantity: 0 },
    { barcode: own, price: 900, quantity: 1 },
  ]);
  expect(await publishListings(worker)).toBe(2);
  expect(shelf(mug)).toEqual({ status: "in_stock", quantity: 5, price: { amount: "9.50", currency: "GBP" } });
  expect(shelf(lamp)).toMatchObject({ status: "out_of_stock", quantity: 0 });
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [lamp]: "sent", [mug]: "sent", [own]: "unidentified" });
  expect(await publishListings(worker)).toBe(0);
  expect(provider.calls).toEqual({ submitted: 2, described: 0, forgotten: 0 });
});

test("an item with an availability alone is sent without a quantity", async () => {
  const { ids, shelf } = await newShop([{ barcode: mug, price: 9.5, availability: "limited availability" }]);
  await publishListings(worker);
  expect(shelf(mug)).toEqual({ status: "low_stock", quantity: null, price: { amount: "9.50", currency: "GBP" } });
  await patch(ids, [{ barcode: mug, availability: "out of stock" }]);
  await publishListings(worker);
  expect(shelf(mug)).toMatchObject({ status: "out_of_stock", quantity: null });
});

test("a change is sent, but not a new quantity with the same status, nor a change that was undone", async () => {
  const { ids, shelf } = await newShop();
  await publishListings(worker);
  provider.calls.submitted = 0;
  await patch(ids, [{ barcode: mug, quantity: 50 }]);
  await patch(ids, [{ barcode: mug, price: 8 }]);
  await patch(ids, [{ barcode: mug, price: 9.5 }]);
  expect(await publishListings(worker)).toBe(0);
  await patch(ids, [{ barcode: mug, quantity: 2 }]);
  expect(await publishListings(worker)).toBe(1);
  expect(shelf(mug)).toMatchObject({ status: "low_stock", quantity: 2 });
});

test("the pickup of the store is sent with each item, again when only the pickup changes, and not with a hidden item", async () => {
  const { ids, shelf } = await newShop([
    { barcode: mug, price: 9.5, quantity: 5 },
    { barcode: lamp, price: 20, quantity: 0 },
  ]);
  const pickup = { method: "reserve", time: "same_day" } as const;
  const setPickup = (value: typeof pickup | null) => api.stores.update({ ...ids, body: { pickup: value } });
  await publishListings(worker);
  await setPickup(pickup);
  expect(await publishListings(worker)).toBe(2);
  expect([shelf(mug), shelf(lamp)]).toMatchObject([{ pickup }, { pickup }]);
  const { data } = await api.listings.list({ ...ids, type: "search", page: {} });
  expect(data.map(({ sent }) => sent?.pickup)).toEqual([pickup, pickup]);
  await setPickup(pickup);
  await api.stores.update({ ...ids, body: { city: "Leeds" } });
  expect(await publishListings(worker)).toBe(0);
  await edit(ids, lamp, { hidden: true });
  await edit(ids, mug, { hidden: true });
  await publishListings(worker);
  expect(shelf(mug)).toMatchObject({ status: "out_of_stock" });
  expect(shelf(mug)).not.toHaveProperty("pickup");
  await edit(ids, mug, { hidden: false });
  await publishListings(worker);
  expect(shelf(mug)).toMatchObject({ status: "in_stock", pickup });
  await setPickup(null);
  expect(await publishListings(worker)).toBe(1);
  expect(shelf(mug)).not.toHaveProperty("pickup");
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [lamp]: "withdrawn", [mug]: "sent" });
  expect(provider.needless).toEqual([]);
});

test("a product has its own pickup in place of the store's, in one store or in all, and none without a time of its method", async () => {
  const { ids, shelf } = await newShop([
    { barcode: mug, price: 9.5, quantity: 5 },
    { barcode: lamp, price: 20, quantity: 5 },
  ]);
  const { retailerId } = ids;
  const store = { method: "reserve", time: "same_day" } as const;
  const own = { method: "ship_to_store", time: "two_days" } as const;
  const none = { method: "not_supported" } as const;
  const set = (pickup: object | null) => ({ for: { search: { pickup } } });
  const everywhere = (body: object) => api.customizations.edit({ retailerId, barcode: lamp, body });
  const events = () => t.ctx.db.prisma.storeEvent.count({ where: { ...ids, action: "inventory.update" } });
  await api.stores.update({ ...ids, body: { pickup: store } });
  await publishListings(worker);
  const before = await events();
  expect(await everywhere(set(own))).toMatchObject({ for: { search: { pickup: own, title: null } } });
  expect(await publishListings(worker)).toBe(1);
  expect([shelf(mug), shelf(lamp)]).toMatchObject([{ pickup: store }, { pickup: own }]);
  await edit(ids, lamp, set(none));
  expect(await publishListings(worker)).toBe(1);
  expect(shelf(lamp)).toMatchObject({ pickup: none });
  const { data } = await api.listings.list({ ...ids, type: "search", page: {} });
  expect(data.find(({ barcode }) => barcode === lamp)?.sent?.pickup).toEqual(none);
  await edit(ids, lamp, set(null));
  await publishListings(worker);
  expect(shelf(lamp)).toMatchObject({ pickup: own });
  await everywhere({ for: null });
  await publishListings(worker);
  expect(shelf(lamp)).toMatchObject({ pickup: store });
  const { data: changes } = await api.history.list({ retailerId, barcode: lamp });
  const cleared = changes.find(({ target, action }) => target.storeId === null && action === "customization.update");
  expect(cleared?.before).toMatchObject({ for: { search: { pickup: own } } });
  await api.history.revert({ retailerId, entryId: cleared?.id ?? "" });
  await publishListings(worker);
  expect(shelf(lamp)).toMatchObject({ pickup: own });
  for (const wrong of [{ method: "reserve" }, { ...none, time: "same_day" }, { method: "buy", time: "two_days" }]) {
    await expect(everywhere(set(wrong))).rejects.toThrow("/for/search/pickup/time: must be");
  }
  expect(await events()).toBe(before);
  expect(provider.needless).toEqual([]);
});

test("a store without a search channel keeps no marks for a new pickup", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await patch(ids, [{ barcode: mug, price: 1, quantity: 1 }]);
  await api.stores.update({ ...ids, body: { pickup: { method: "buy", time: "next_day" } } });
  expect(await t.ctx.db.prisma.listingChange.count({ where: ids })).toBe(0);
});

test("a hidden item is sent once as out of stock, and not again until it is visible", async () => {
  const { ids, shelf } = await newShop();
  await publishListings(worker);
  await edit(ids, mug, { hidden: true });
  expect(await publishListings(worker)).toBe(1);
  expect(shelf(mug)).toMatchObject({ status: "out_of_stock", quantity: 0 });
  await patch(ids, [{ barcode: mug, price: 7 }]);
  t.advance(40 * DAY);
  expect(await publishListings(worker)).toBe(0);
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [mug]: "withdrawn" });
  await edit(ids, mug, { hidden: false });
  await publishListings(worker);
  expect(shelf(mug)).toMatchObject({ status: "in_stock", price: { amount: "7.00" } });
});

test("an edit is sent after a batch, a revert and a deletion", async () => {
  const { ids, shelf } = await newShop();
  const { retailerId } = ids;
  const statusAfter = async (write: Promise<unknown>) => {
    await write;
    await publishListings(worker);
    return shelf(mug)?.status;
  };
  const hide = () => api.customizations.postBatch({ retailerId, body: [{ barcode: mug, hidden: true }] });
  expect(await statusAfter(hide())).toBeUndefined();
  const { data } = await api.history.list({ retailerId, page: {}, barcode: mug });
  expect(await statusAfter(api.history.revert({ retailerId, entryId: data[0]?.id ?? "" }))).toBe("in_stock");
  expect(await statusAfter(hide())).toBe("out_of_stock");
  expect(await statusAfter(api.customizations.deleteByBarcode({ retailerId, barcode: mug }))).toBe("in_stock");
});

test("an item's description is sent, replaced and deleted", async () => {
  const { ids } = await newShop();
  await publishListings(worker);
  expect(provider.calls.described).toBe(0);
  const custom = { title: "Blue mug", description: "Blue.", brand: "Kiln", image: ["https://shop.example/mug.jpg"] };
  await edit(ids, mug, custom);
  await publishListings(worker);
  expect(provider.descriptions.get(mug)).toEqual({ title: "Blue mug" });
  await edit(ids, mug, { title: "Bluer mug" });
  await publishListings(worker);
  expect(provider.descriptions.get(mug)).toEqual({ title: "Bluer mug" });
  await edit(ids, mug, { title: null, description: null, brand: null, image: null });
  await publishListings(worker);
  expect(provider.descriptions.has(mug)).toBe(false);
  expect(provider.calls).toMatchObject({ described: 2, forgotten: 1 });
});

test("the search engine gets the texts for search, those of the store first, and no one else does", async () => {
  const { ids } = await newShop();
  const { retailerId } = ids;
  const events = () => t.ctx.db.prisma.storeEvent.count({ where: { ...ids, action: "inventory.update" } });
  const everywhere = (body: object) => api.customizations.edit({ retailerId, barcode: mug, body });
  const sent = async () => {
    await publishListings(worker);
    const { data } = await api.listings.list({ ...ids, type: "search", page: {} });
    const { title, description, images } = data[0]?.sent ?? {};
    return [title, description, images];
  };
  await everywhere({ title: "Mug", description: "Plain.", image: ["https://shop.example/plain.jpg"] });
  expect(await sent()).toEqual(["Mug", "Plain.", ["https://shop.example/plain.jpg"]]);
  const before = await events();
  await everywhere({ for: { search: { title: "Mug for tea" } } });
  expect(await sent()).toEqual(["Mug for tea", "Plain.", ["https://shop.example/plain.jpg"]]);
  await everywhere({ for: { search: { description: "<b>Long</b>", image: ["https://shop.example/search.jpg"] } } });
  const forSearch = ["Mug for tea", "<b>Long</b>", ["https://shop.example/search.jpg"]];
  expect(await sent()).toEqual(forSearch);
  expect(await api.inventory.getItem({ ...ids, barcode: mug })).toMatchObject({ title: "Mug", description: "Plain." });
  await edit(ids, mug, { title: "Mug of Leeds" });
  expect(await sent()).toEqual(["Mug of Leeds", ...forSearch.slice(1)]);
  await edit(ids, mug, { for: { search: { title: "Mug of Leeds for tea" } } });
  expect(await sent()).toEqual(["Mug of Leeds for tea", ...forSearch.slice(1)]);
  await edit(ids, mug, { for: { search: { title: null } }, title: null });
  expect(await sent()).toEqual(forSearch);
  await everywhere({ for: null });
  expect(await sent()).toEqual(["Mug", "Plain.", ["https://shop.example/plain.jpg"]]);
  expect(await events()).toBe(before);
});

test("product data identifies an item in all stores, and its description is sent once for all stores", async () => {
  const { ids } = await newShop([{ barcode: own, price: 900, quantity: 1 }]);
  const second = await t.store(ids.retailerId);
  await patch(second.ids, [{ barcode: own, price: 900, quantity: 4 }]);
  await startSending(t.ctx, second.ids, String(location++));
  shops.push(second.ids);
  expect(await publishListings(worker)).toBe(0);
  const feed = Readable.from([Buffer.from(`barcode,title\n${own},Sofa`)]);
  await api.products.putFeed({ retailerId: ids.retailerId, feed });
  expect(await publishListings(worker)).toBe(2);
  expect(provider.calls).toEqual({ submitted: 2, described: 1, forgotten: 0 });
});

test("the condition of a used item is sent, and that of a new item is not", async () => {
  const { ids } = await newShop();
  const feed = Readable.from([Buffer.from(`barcode,title,condition\n${mug},Mug,new\n${lamp},Lamp,used`)]);
  await api.products.putFeed({ retailerId: ids.retailerId, feed });
  await patch(ids, [{ barcode: lamp, price: 5, quantity: 1 }]);
  await publishListings(worker);
  expect([mug, lamp].map((key) => provider.descriptions.get(key))).toEqual([
    { title: "Mug" },
    { title: "Lamp", condition: "used" },
  ]);
});

test("a refused item has the reason, and is sent again only after a change", async () => {
  const { ids } = await newShop([{ barcode: sofa, price: 5, quantity: 5 }]);
  provider.disturb = () => {
    throw new ProviderError("refused", "The price is too low.", { reason: "PRICE_TOO_LOW" });
  };
  expect(await publishListings(worker)).toBe(1);
  t.advance(20 * DAY);
  expect(await publishListings(worker)).toBe(0);
  const { data } = await api.listings.list({ ...ids, type: "search", page: {}, state: "refused" });
  expect(data).toMatchObject([
    { barcode: sofa, problem: { code: "PRICE_TOO_LOW", message: "The price is too low." }, sent: null },
  ]);
  provider.disturb = () => undefined;
  await patch(ids, [{ barcode: sofa, price: 50 }]);
  expect(await publishListings(worker)).toBe(1);
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [sofa]: "sent" });
});

test("an unchanged item is sent again before the provider forgets it", async () => {
  const { ids } = await newShop();
  await publishListings(worker);
  t.advance(7.9 * DAY);
  expect(await publishListings(worker)).toBe(0);
  t.advance(4.2 * DAY);
  expect(await publishListings(worker)).toBe(1);
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [mug]: "sent" });
});

test("sending pauses after failures of the provider, and for an exhausted quota as long as the provider asks", async () => {
  const { ids, shelf } = await newShop();
  provider.disturb = () => {
    throw new ProviderError("quota", "The calls of this day are used up.", { retryAfterMs: 60_000 });
  };
  await publishListings(worker);
  t.advance(59_000);
  expect(await publishListings(worker)).toBe(0);
  expect(provider.calls.submitted).toBe(1);
  provider.disturb = () => undefined;
  await patch(ids, [{ barcode: mug, price: 8 }]);
  expect(await publishListings(worker)).toBe(0);
  t.advance(1_000);
  expect(await publishListings(worker)).toBe(1);
  expect(shelf(mug)).toMatchObject({ price: { amount: "8.00" } });
});

test("a sending problem makes the channel's next check due at once, and so does its end", async () => {
  const { ids } = await newShop();
  const checkAt = async () => (await readSetup(t.ctx.db, ids))?.nextCheckAt;
  const troubleIn = async (minutes: number) => {
    t.advance(minutes * 60_000);
    await t.ctx.db.query("UPDATE search_setup SET next_check_at = $2 WHERE retailer_id = $1", [
      ...[ids.retailerId, new Date(t.ctx.now().getTime() + DAY)],
    ]);
    await publishListings(worker);
    const isDue = (await checkAt())?.getTime() === t.ctx.now().getTime();
    return [await sendingTrouble(t.ctx.db, ids), isDue];
  };
  let kind: ConstructorParameters<typeof ProviderError>[0] = "unavailable";
  provider.disturb = () => {
    throw new ProviderError(kind, "Not now.");
  };
  expect(await troubleIn(0)).toEqual([null, false]);
  expect(await troubleIn(1)).toEqual([null, false]);
  expect(await troubleIn(2)).toEqual(["unavailable", true]);
  expect(await troubleIn(60)).toEqual(["unavailable", false]);
  kind = "quota";
  expect(await troubleIn(60)).toEqual(["quota", true]);
  provider.disturb = () => undefined;
  expect(await troubleIn(60)).toEqual([null, true]);
});

test("an item is sent again after a lost answer, even if its change was undone in between", async () => {
  const { ids, shelf } = await newShop();
  await publishListings(worker);
  await patch(ids, [{ barcode: mug, price: 8 }]);
  provider.disturb = (when) => {
    if (when === "after") throw new ProviderError("unavailable", "No answer came.");
  };
  await publishListings(worker);
  provider.disturb = () => undefined;
  await patch(ids, [{ barcode: mug, price: 9.5 }]);
  t.advance(3_600_000);
  await publishListings(worker);
  expect(shelf(mug)).toMatchObject({ price: { amount: "9.50" } });
});

test("an item that changes during its call is sent again afterwards, in order", async () => {
  const { ids, shelf } = await newShop();
  const order: string[] = [];
  provider.disturb = async (when) => {
    if (when === "before") {
      if (!order.length) {
        await patch(ids, [{ barcode: mug, price: 8 }]);
        order.push("changed");
        await publishListings(worker);
        order.push("another run");
      } else order.push("sent again");
    }
  };
  await publishListings(worker);
  expect(order).toEqual(["changed", "another run", "sent again"]);
  expect(shelf(mug)).toMatchObject({ price: { amount: "8.00" } });
});

test("parallel workers send nothing twice", async () => {
  const body = Array.from({ length: 200 }, (_, n) => ({ barcode: `ART-${n}`, price: 5, quantity: 5 }));
  const { ids } = await newShop(body);
  const titles = body.map(({ barcode }) => `${barcode},Article`).join("\n");
  const feed = Readable.from([Buffer.from(`barcode,title\n${titles}`)]);
  await api.products.putFeed({ retailerId: ids.retailerId, feed });
  const sent = await Promise.all(Array.from({ length: 4 }, () => publishListings(worker)));
  expect(sent.reduce((all, one) => all + one, 0)).toBe(body.length);
  expect(provider.calls).toEqual({ submitted: body.length, described: body.length, forgotten: 0 });
});

test("a store with failing calls does not delay other stores", async () => {
  const bad = await newShop();
  const good = await newShop([{ barcode: lamp, price: 1, quantity: 9 }]);
  provider.disturb = (_when, _call, offerId) => {
    if (offerId === mug) throw new ProviderError("setup", "The project is not registered.");
  };
  expect(await publishListings(worker)).toBe(1);
  expect(good.shelf(lamp)).toBeDefined();
  expect(bad.shelf(mug)).toBeUndefined();
});

test("stores get equal shares of the rounds, no matter how long each has waited", async () => {
  const { id } = await t.retailer();
  const body = Array.from({ length: 40 }, (_, n) => ({ barcode: String(10_000_000 + n), price: 5, quantity: 5 }));
  const keys = body.map(({ barcode }) => `${barcode},Article`).join("\n");
  await api.products.putFeed({ retailerId: id, feed: Readable.from([Buffer.from(`barcode,title\n${keys}`)]) });
  for (let n = 0; n < 33; n++) {
    const { ids } = await t.store(id);
    await api.inventory.patchStock({ ...ids, body });
    await startSending(t.ctx, ids, `fair-${n}`);
    shops.push(ids);
    t.advance(1);
  }
  let widest = 0;
  provider.disturb = (when, call) => {
    if (when !== "after" || call !== "submit") return;
    t.advance(1);
    const counts = Array.from(
      { length: 33 },
      (_, n) => body.filter((i) => provider.shelves.has(`fair-${n} ${i.barcode}`)).length,
    );
    widest = Math.max(widest, Math.max(...counts) - Math.min(...counts));
  };
  expect(await publishListings(worker)).toBe(33 * 40);
  expect(widest).toBeLessThanOrEqual(16);
});

test("changes of shown items are sent before items that are not shown yet", async () => {
  const { ids } = await newShop();
  await publishListings(worker);
  t.advance(1_000);
  const many = Array.from({ length: 300 }, (_, n) => ({ barcode: `ART-${n}`, price: 5, quantity: 5 }));
  const titles = many.map(({ barcode }) => `${barcode},Article`).join("\n");
  await api.products.putFeed({
    ...{ retailerId: ids.retailerId, feed: Readable.from([Buffer.from(`barcode,title\n${titles}`)]) },
  });
  await patch(ids, many);
  provider.disturb = () => {
    throw new ProviderError("quota", "Later.", { retryAfterMs: 60_000 });
  };
  await publishListings(worker);
  t.advance(60_000);
  await patch(ids, [{ barcode: mug, price: 8 }]);
  const order: string[] = [];
  provider.disturb = (when, call, offerId) => {
    if (when === "before" && call === "submit") order.push(offerId);
  };
  await publishListings(worker);
  expect(order.indexOf(mug)).toBeLessThan(256);
  expect(order).toHaveLength(301);
});

test("only changed items are compared again, in the stores that have them", async () => {
  const { ids } = await newShop([
    { barcode: mug, price: 9.5, quantity: 5 },
    { barcode: lamp, price: 20, quantity: 5 },
  ]);
  const { retailerId } = ids;
  const second = await t.store(retailerId);
  await startSending(t.ctx, second.ids, String(location++));
  shops.push(second.ids);
  const marks = async () => {
    const rows = await t.ctx.db.query<{ key: string }>(
      "DELETE FROM listing_change WHERE retailer_id = $1 RETURNING item_key AS key",
      [retailerId],
    );
    return rows.map(({ key }) => key);
  };
  const feedOf = (lamps: string) => Readable.from([Buffer.from(`barcode,title\n${mug},Mug\n${lamp},${lamps}`)]);
  await api.products.putFeed({ retailerId, feed: feedOf("Lamp") });
  t.advance(1);
  await marks();
  await api.products.putFeed({ retailerId, feed: feedOf("Lantern") });
  expect(await marks()).toEqual([lamp]);
  await api.customizations.postBatch({ retailerId, body: [{ barcode: mug, hidden: true }] });
  expect(await marks()).toEqual([mug]);
});

test("an item without answers does not delay other items of its store", async () => {
  const { ids, shelf } = await newShop([
    { barcode: mug, price: 9.5, quantity: 5 },
    { barcode: lamp, price: 20, quantity: 5 },
  ]);
  provider.disturb = (_when, _call, offerId) => {
    if (offerId === mug) throw new ProviderError("unavailable", "No answer came.");
  };
  for (const price of [21, 22, 23, 24]) {
    await patch(ids, [{ barcode: lamp, price }]);
    expect(await publishListings(worker)).toBe(1);
    expect(shelf(lamp)).toMatchObject({ price: { amount: `${price}.00` } });
    expect(await sendingTrouble(t.ctx.db, ids)).toBeNull();
    t.advance(60_000);
  }
  provider.disturb = () => undefined;
  expect(await publishListings(worker)).toBe(1);
  expect(shelf(mug)).toBeDefined();
});

test("a new start of a store clears its sending problem, but a run without calls does not", async () => {
  const { ids } = await newShop();
  const hour = 3_600_000;
  provider.disturb = () => {
    throw new ProviderError("quota", "The calls of this day are used up.", { retryAfterMs: hour });
  };
  await publishListings(worker);
  expect(await sendingTrouble(t.ctx.db, ids)).toBe("quota");
  t.advance(hour);
  let calls = 0;
  // The run's time is up as the first call would begin.
  const late = () => {
    if (++calls === 4) t.advance(hour);
    return t.ctx.now();
  };
  provider.calls.submitted = 0;
  await publishListings({ ...worker, now: late });
  expect(provider.calls.submitted).toBe(0);
  expect(await sendingTrouble(t.ctx.db, ids)).toBe("quota");
  await t.ctx.db.transaction("no shop", async (tx) => beginListings(tx, ids, t.ctx.now()));
  expect(await sendingTrouble(t.ctx.db, ids)).toBeNull();
});

/**
 * Locks a store, as a long feed does.
 * @returns releases the store
 */
async function hold({ retailerId, storeId }: StoreIds): Promise<() => Promise<void>> {
  const { promise: over, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>();
  const holding = t.ctx.db.transaction("no shop", async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    tellHeld();
    await over;
  });
  await isHeld;
  return async () => {
    release();
    await holding;
  };
}

test("a locked store does not delay other stores, and is served when it is free", async () => {
  const one = await newShop();
  const other = await newShop();
  const release = await hold(one.ids);
  expect(await publishListings(worker)).toBe(1);
  expect([one.shelf(mug), other.shelf(mug)?.status]).toEqual([undefined, "in_stock"]);
  await release();
  expect(await publishListings(worker)).toBe(1);
  expect(one.shelf(mug)?.status).toBe("in_stock");
});

test("a store that is locked during its calls does not delay other stores, and nothing is sent twice", async () => {
  const one = await newShop();
  const other = await newShop();
  const items = Array.from({ length: 300 }, (_, n) => ({ barcode: `SHOE-${n}`, price: 5, quantity: 1 }));
  const titles = items.map(({ barcode }) => `${barcode},Shoe`).join("\n");
  const feed = Readable.from([Buffer.from(`barcode,title\n${titles}`)]);
  await api.products.putFeed({ retailerId: other.ids.retailerId, feed });
  await patch(other.ids, items);
  let holding: ReturnType<typeof hold> | undefined;
  provider.disturb = async (when, call) => {
    if (when !== "before" || call !== "submit") return;
    holding ??= hold(one.ids);
    await holding;
  };
  const publishing = publishListings(worker);
  const sentOf = async (ids: StoreIds) => Object.values(await statesOf(t.ctx.db, ids)).filter((one) => one === "sent");
  await expect.poll(async () => (await sentOf(other.ids)).length, { timeout: 20_000 }).toBe(301);
  expect(await sentOf(one.ids)).toEqual([]);
  const release = await holding;
  await release?.();
  await publishing;
  expect(await sentOf(one.ids)).toEqual(["sent"]);
  expect(provider.calls.submitted).toBe(302);
});
