import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext } from "../../testing.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("counts products in stock and the stores of each channel, in the stores of this shop alone", async () => {
  const { id: retailerId } = await t.retailer();
  const stores = [await t.store(retailerId), await t.store(retailerId), await t.store(retailerId)];
  const other = await t.store((await t.retailer()).id);
  for (const { ids } of [...stores, other]) {
    const body = [
      { barcode: "a", price: 1, quantity: 5 },
      { barcode: "b", price: 1, quantity: 0 },
    ];
    await caller.inventory.patchStock({ ...ids, body });
  }
  for (const [n, { ids }] of [...stores.slice(1), other].entries()) {
    await caller.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: `${n + 1}` } } });
  }
  await t.ctx.db.prisma.channel.updateMany({ where: stores[1]?.ids ?? {}, data: { status: "connected" } });
  expect(await caller.overview.totals({ retailerId })).toEqual({
    stores: 3,
    inStock: 3,
    channels: [
      { id: "search", connected: 1 },
      { id: "local_ads", connected: 0 },
      { id: "webhooks", connected: 0 },
    ],
  });
});

test("is all zero for a shop without stores, and refuses the shop of another partner", async () => {
  const { id: retailerId } = await t.retailer();
  expect(await caller.overview.totals({ retailerId })).toMatchObject({ stores: 0, inStock: 0 });
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  await expect(stranger.overview.totals({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
