import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("exports every product that matches once, in order, beyond one part", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const barcodes = Array.from({ length: 1_002 }, (_, n) => `P-${1_000 + n}`);
  for (const from of [0, 1_000]) {
    const body = barcodes.slice(from, from + 1_000).map((barcode) => ({ barcode, price: 1, quantity: 1 }));
    await caller.inventory.patchStock({ ...ids, body });
  }
  await caller.customizations.edit({ ...ids, barcode: "P-1000", body: { hidden: true } });
  const { retailerId } = ids;
  const found: string[] = [];
  for await (const part of await caller.inventory.exportProducts({ retailerId, filter: { hidden: false } })) {
    found.push(...part.map(({ barcode }) => barcode));
  }
  expect(found).toEqual(barcodes.slice(1));
});

test("refuses the shop of another partner before the first part", async () => {
  const { id: retailerId } = await t.retailer();
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  await expect(stranger.inventory.exportProducts({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
