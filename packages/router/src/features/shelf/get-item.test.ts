import { Prisma } from "@highstreet/db";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("an item has the effective values, and the same id as its event", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId, { country: "FR" });
  const barcodes = [
    "5012345678900",
    "0001234567",
    "12345",
    "007",
    "Mug/1",
    "1".repeat(20),
    'a"\\b',
    "été",
    "１２３４５６７８",
  ];
  await caller.inventory.patchStock({ ...ids, body: barcodes.map((barcode) => ({ barcode, price: 1, quantity: 5 })) });
  const { data } = await caller.events.list({ ...ids, page: { size: 100 } });
  const events = data.flatMap((event) => (event.action === "inventory.update" ? [event.data] : []));
  expect(events).toHaveLength(barcodes.length);
  for (const barcode of barcodes) {
    const item = await caller.inventory.getItem({ ...ids, barcode });
    expect(events).toContainEqual(expect.objectContaining({ id: item.id, barcode: item.barcode }));
  }
  await caller.customizations.edit({ retailerId, barcode: "007", body: { hidden: true } });
  expect(await caller.inventory.getItem({ ...ids, barcode: "007" })).toMatchObject({
    ...{ hidden: true, hiddenEverywhere: true, price: 1, quantity: 5, status: "in_stock", version: 0 },
  });
});

test("the errors come in order: retailer, store, product", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const fails = (input: object) =>
    caller.inventory.getItem({ ...ids, barcode: "none", ...input }).catch((error) => error.cause.code);
  expect(await fails({ retailerId: "none", storeId: "none" })).toBe("RetailerNotFound");
  expect(await fails({ storeId: "none" })).toBe("StoreNotFound");
  expect(await fails({})).toBe("ProductNotFound");
});

test("visibility merges the rules of the service with the state of the listing at the search engine", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const ofItem = { ...ids, itemKey: "5012345678900" };
  const stock = (quantity: number) =>
    caller.inventory.patchStock({ ...ids, body: [{ barcode: ofItem.itemKey, price: 1, quantity }] });
  await stock(5);
  await t.ctx.db.prisma.channel.createMany({
    data: (["search", "local_ads", "webhooks"] as const).map((channel) => ({
      ...{ ...ids, channel, status: "connected" as const, warnings: [], parameters: {} },
      ...{ createdAt: t.ctx.now(), updatedAt: t.ctx.now() },
    })),
  });
  const explained = async () => {
    const { visibility } = await caller.inventory.getItem({ ...ids, barcode: ofItem.itemKey });
    const product = await caller.inventory.getProduct({ retailerId, barcode: ofItem.itemKey });
    expect(product.stores[0]?.visibility).toEqual(visibility);
    const [search, ads, webhooks] = visibility;
    expect(ads).toEqual({ ...search, channel: "local_ads" });
    expect(webhooks).toMatchObject({ visible: true });
    return [search?.visible, search?.reasons.map(({ code }) => code), search?.reasons[0]?.message];
  };
  expect(await explained()).toEqual([false, ["ListingPending"], expect.any(String)]);

  const problem = { code: "image_missing", message: "The picture is missing." };
  const listing = (state: "sent" | "waiting" | "disapproved" | "refused" | "unidentified", sent: string | null) =>
    t.ctx.db.prisma.listing.upsert({
      where: { retailerId_storeId_itemKey: ofItem },
      create: { ...ofItem, state, updatedAt: t.ctx.now() },
      update: { state, sent: sent === null ? Prisma.DbNull : { status: sent }, problem },
    });
  await listing("waiting", null);
  await listing("disapproved", "in_stock");
  expect(await explained()).toEqual([false, ["ListingDisapproved"], expect.stringContaining(problem.message)]);
  await listing("refused", null);
  expect(await explained()).toEqual([false, ["ListingRejected"], expect.stringContaining(problem.message)]);
  await listing("unidentified", null);
  expect(await explained()).toEqual([false, ["ListingRejected"], problem.message]);
  await listing("waiting", "out_of_stock");
  expect(await explained()).toEqual([false, ["ListingPending"], expect.any(String)]);
  await listing("waiting", "low_stock");
  expect(await explained()).toEqual([true, ["Shown"], expect.any(String)]);
  await listing("sent", "in_stock");
  expect(await explained()).toEqual([true, ["Shown"], expect.any(String)]);
  await stock(0);
  expect(await explained()).toEqual([false, ["OutOfStock"], expect.any(String)]);
});

test("the fix of a missing channel names the parameters that enabling needs", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "1", price: 1, quantity: 5 }] });
  const { visibility } = await caller.inventory.getItem({ ...ids, barcode: "1" });
  expect(visibility.map(({ channel, reasons }) => [channel, reasons[0]?.fix?.missing])).toEqual([
    ["search", ["parameters.locationId"]],
    ["local_ads", ["parameters.dailyBudget"]],
    ["webhooks", ["parameters.webhookUrl", "parameters.secret"]],
  ]);
});
