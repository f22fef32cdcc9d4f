import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const DAY = 86_400_000;
const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("shows each store by name with its last stock, channels and counts, page by page", async () => {
  const { id: retailerId } = await t.retailer();
  const york = await t.store(retailerId, { name: "Shambles", city: "York" });
  const london = await t.store(retailerId, { name: "Carnaby" });
  const body = [
    { barcode: "a", price: 1, quantity: 5 },
    { barcode: "b", price: 1, quantity: 0 },
  ];
  await caller.inventory.patchStock({ ...york.ids, body });
  await caller.channels.enable({ ...york.ids, body: { type: "search", parameters: { locationId: "1" } } });
  const listed = { ...york.ids, updatedAt: t.ctx.now() };
  await t.ctx.db.prisma.listing.createMany({
    data: [
      { ...listed, itemKey: "x", state: "sent" },
      { ...listed, itemKey: "y", state: "refused" },
      { ...listed, itemKey: "z", state: "unidentified" },
    ],
  });
  const { data, total } = await caller.overview.stores({ retailerId });
  expect(total).toBe(2);
  const days = Array.from({ length: 13 }, () => null);
  expect(data).toEqual([
    {
      id: london.id,
      name: "Carnaby",
      city: "London",
      inStock: 0,
      levels: [...days, 0],
      lastStockAt: null,
      channels: [],
      rejected: 0,
      pausedUntil: null,
    },
    {
      ...{
        id: york.id,
        name: "Shambles",
        city: "York",
        inStock: 1,
        levels: [...days, 1],
        lastStockAt: t.ctx.now().toISOString(),
      },
      channels: [{ id: "search", status: "pending", warnings: 1 }],
      rejected: 2,
      pausedUntil: null,
    },
  ]);
  const names = async (input: object) =>
    (await caller.overview.stores({ retailerId, ...input })).data.map(({ name }) => name);
  expect(await names({ pageSize: 1 })).toEqual(["Carnaby"]);
  expect(await names({ pageSize: 1, pageNumber: 2 })).toEqual(["Shambles"]);
  expect(await names({ q: "york" })).toEqual(["Shambles"]);
});

test("a store has its stock of each of the last days, from its first stock on", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const levels = async () => (await caller.overview.stores({ retailerId })).data[0]?.levels;
  const patch = (...quantities: number[]) =>
    caller.inventory.patchStock({
      ...ids,
      body: quantities.map((quantity, n) => ({ barcode: `p${n}`, price: 1, quantity })),
    });
  await patch(1, 1, 1);
  t.advance(2.5 * DAY);
  await patch(1, 0, 0);
  await patch(1, 1, 0);
  expect((await levels())?.slice(-4)).toEqual([null, 3, 3, 2]);
  t.advance(1.5 * DAY);
  expect((await levels())?.slice(-5)).toEqual([null, 3, 3, 2, 2]);
  t.advance(30 * DAY);
  expect(await levels()).toEqual(Array.from({ length: 14 }, () => 2));
});
