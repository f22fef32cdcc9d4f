import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext, type TestContext } from "../../testing.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

test("the levels of a shop sum the last level of each store at each time, and the stock now", async () => {
  world.setNow("2026-03-02T09:00:00Z");
  const { id: retailerId } = await world.retailer();
  const [one, two] = [await world.store(retailerId), await world.store(retailerId)];
  const { inventory } = createCaller(world.ctx);
  const patch = ({ ids }: typeof one, ...quantities: number[]) =>
    inventory.patchStock({
      ...ids,
      body: quantities.map((quantity, n) => ({ barcode: `p${n}`, price: 1, quantity })),
    });
  const levels = async () => (await inventory.shopLevels({ retailerId })).levels;
  expect(await levels()).toEqual([{ at: "2026-03-02T09:00:00.000Z", inStock: 0 }]);
  await patch(one, 1, 1, 1);
  world.advance(DAY);
  await patch(two, 1, 1);
  await patch(one, 1, 0, 0);
  await patch(one, 1, 1, 0);
  world.advance(2 * DAY);
  await patch(two, 0, 0);
  const both = await levels();
  expect(both.filter(({ at }) => at <= "2026-03-04T09:00:00.000Z").map(({ inStock }) => inStock)).toEqual([3, 4]);
  expect(both.at(0)?.at).toBe("2026-03-03T09:00:00.000Z");
  expect(both.slice(2)).toEqual([
    ...Array.from({ length: 11 }, (_, n) => ({
      at: new Date(Date.parse("2026-03-04T11:00:00Z") + n * 2 * HOUR).toISOString(),
      inStock: 4,
    })),
    { at: "2026-03-05T09:00:00.000Z", inStock: 2 },
  ]);
  world.advance(30 * DAY);
  const later = await levels();
  expect(later).toHaveLength(26);
  expect(new Set(later.map(({ inStock }) => inStock))).toEqual(new Set([2]));
});

test("the levels are of a bounded number of stores, which the answer names", async () => {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const { prisma } = world.ctx.db;
  const where = { retailerId_id: { retailerId, id: ids.storeId } };
  const { id: _id, ...store } = await prisma.store.findUniqueOrThrow({ where });
  const again = () => ({ id: crypto.randomUUID(), externalId: null, widgetToken: crypto.randomUUID() });
  await prisma.store.createMany({ data: Array.from({ length: 250 }, () => ({ ...store, links: [], ...again() })) });
  const { inventory } = createCaller(world.ctx);
  expect((await inventory.shopLevels({ retailerId })).stores).toEqual({ summed: 100, total: 251 });
});

test("refuses the shop of another partner", async () => {
  const { id: retailerId } = await world.retailer();
  const stranger = createCaller(world.asKey({ partnerId: (await world.newPartner("Another")).partnerId }));
  await expect(stranger.inventory.shopLevels({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
