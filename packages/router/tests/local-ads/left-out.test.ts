import { createTestContext } from "@highstreet/router/testing";
import { createRecordingProvider, startSending } from "@highstreet/router/testing/listings";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { StoreIds } from "../../src/core/channels/index.ts";
import { publishListings, reconcileListings } from "../../src/features/listings/index.ts";
import { activateDueBudgets } from "../../src/features/local-ads/index.ts";
import { createCaller } from "../../src/router.ts";
import { setStock } from "./ads-shop.ts";
import { FaultyAds } from "./faulty-ads.ts";

const ads = new FaultyAds();
const { providers } = createRecordingProvider(() => t.ctx.now());
const t = await createTestContext({ providers: { ...providers, ads, speed: 1 } });
afterAll(() => t.close());
const { channels, customizations, inventory } = createCaller(t.ctx);
const place = { latitude: 51.5, longitude: -0.1 };
const barcodes = ["mug-1", "mug-2", "mug-3"];
let shops = 0;
let ids: StoreIds;

/** Publishes the listings and then does what is due at the ads service. */
async function work(): Promise<void> {
  t.advance(60_000);
  await publishListings(t.asSystem());
  await activateDueBudgets(t.asSystem());
}
const leftOut = () => ads.leftOut.get(ids.storeId);
const budget = () => ads.running(ids.storeId);
const edit = (barcode: string, chosen: ("search" | "local_ads")[] | null, where: object = ids) =>
  customizations.edit({ retailerId: ids.retailerId, ...where, barcode, body: { channels: chosen } });
const inAds = async (barcode: string) => {
  const { visibility } = await inventory.getItem({ ...ids, barcode });
  return visibility.find(({ channel }) => channel === "local_ads");
};

/** A store with three products in search, and ads of £10 a day that run. */
beforeEach(async () => {
  ids = (await t.store((await t.retailer()).id, place)).ids;
  await inventory.patchStock({
    ...ids,
    body: barcodes.map((barcode) => ({ barcode, price: 5, quantity: 5, title: barcode })),
  });
  await startSending(t.ctx, ids, `ads-${++shops}`);
  await setStock(t, ids, 50);
  await channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget: 10 } } });
  t.advance(86_400_000);
  ads.calls = [];
});

test("a product in search that is left out of local ads is left out before the first penny, and comes back", async () => {
  await edit("mug-1", ["search"]);
  await edit("mug-2", ["search"], { storeId: undefined });
  await work();
  expect(ads.calls.map(({ kind }) => kind)).toEqual(["create", "area", "products", "budget"]);
  expect(leftOut()).toEqual(["mug-1", "mug-2"]);
  expect(await budget()).toBe(1_000);
  for (const barcode of ["mug-1", "mug-2"]) {
    expect(await inAds(barcode)).toMatchObject({ visible: false, reasons: [{ code: "NotInChannels" }] });
    expect((await inventory.getItem({ ...ids, barcode })).visibility[0]).toMatchObject({
      channel: "search",
      visible: true,
    });
  }
  expect(await inAds("mug-3")).toMatchObject({ visible: true });
  await edit("mug-1", null);
  await edit("mug-3", ["search"]);
  await work();
  expect(leftOut()).toEqual(["mug-2", "mug-3"]);
  expect(await budget(), "the ads go on").toBe(1_000);
  await customizations.edit({ ...ids, barcode: "mug-3", body: { hidden: true } });
  await work();
  expect(leftOut(), "a hidden product has no listing that ads could show").toEqual(["mug-2"]);
  const made = ads.calls.length;
  await customizations.edit({ ...ids, barcode: "mug-1", body: { title: "Mug" } });
  await work();
  expect(ads.calls.length, "another change is no reason for a call").toBe(made);
  expect(ads.needless).toEqual([]);
});

test.each(["unanswered", "lost", "killed", "killedAfter", "refused"] as const)(
  "after a call that is %s, the ads leave out the right products before they spend",
  async (fault) => {
    await edit("mug-1", ["search"]);
    ads.faults = [null, null, fault];
    await work().catch(() => undefined);
    expect(await budget()).toBe(0);
    await edit("mug-2", ["search"]);
    for (let hour = 0; hour < 3; hour++) {
      t.advance(3_600_000);
      await work();
    }
    expect(leftOut()).toEqual(["mug-1", "mug-2"]);
    expect(await budget()).toBe(1_000);
  },
);

test("the nightly comparison finds products that the ads must leave out, also those from before the column", async () => {
  await edit("mug-1", ["search"]);
  await work();
  await t.ctx.db.query("UPDATE listing SET left_out_of_ads = false WHERE retailer_id = $1", [ids.retailerId]);
  await reconcileListings(t.asSystem());
  expect(
    await t.ctx.db.prisma.listing.findMany({ where: { ...ids, leftOutOfAds: true }, select: { itemKey: true } }),
  ).toEqual([{ itemKey: "mug-1" }]);
});

test("a product in local ads alone is not sent: its reason is NeedsSearchListing, and the fix adds search", async () => {
  await edit("mug-1", ["local_ads"]);
  await work();
  const alone = await inAds("mug-1");
  expect(alone).toMatchObject({ visible: false, reasons: [{ code: "NeedsSearchListing" }] });
  expect(alone?.reasons).toHaveLength(1);
  const because = { notShownOn: "local_ads" as const, because: "NeedsSearchListing" as const };
  const found = () => inventory.findProducts({ retailerId: ids.retailerId, filter: because });
  expect((await found()).data.map(({ barcode }) => barcode)).toEqual(["mug-1"]);
  const fix = alone?.reasons[0]?.fix;
  expect(fix).toEqual({
    method: "PATCH",
    path: `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/mug-1`,
    ...{ body: { channels: ["local_ads", "search"] }, missing: [] },
  });
  await edit("mug-1", ["local_ads", "search"]);
  await work();
  expect(await inAds("mug-1")).toMatchObject({ visible: true });
  expect((await found()).total).toBe(0);
});

test("the fixes of a product in neither channel show it in local ads, one after the other", async () => {
  await edit("mug-1", []);
  await work();
  const reasons = (await inAds("mug-1"))?.reasons ?? [];
  expect(reasons.map(({ code }) => code)).toEqual(["NotInChannels", "NeedsSearchListing"]);
  for (const { fix } of reasons) await edit("mug-1", (fix?.body?.channels ?? []) as ("search" | "local_ads")[]);
  await work();
  expect(await inAds("mug-1")).toMatchObject({ visible: true });
});
