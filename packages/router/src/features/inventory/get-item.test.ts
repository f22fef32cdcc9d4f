import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext } from "../../testing.ts";

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
