import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

test("the states of an item are those that customers saw, in order, and no other item's or store's", async () => {
  const caller = createCaller(world.ctx);
  const { id: retailerId } = await world.retailer();
  const [leeds, york] = [(await world.store(retailerId)).ids, (await world.store(retailerId)).ids];
  const patch = (ids: typeof leeds, barcode: string, price: number, quantity: number) =>
    caller.inventory.patchStock({ ...ids, body: [{ barcode, price, quantity }] });
  await patch(leeds, "5012345678900", 44.9, 12);
  await patch(leeds, "5012345678900", 44.9, 11);
  await patch(leeds, "5012345678917", 9.99, 3);
  await patch(york, "5012345678900", 50, 1);
  await patch(leeds, "5012345678900", 39.9, 2);
  await caller.customizations.edit({ ...leeds, barcode: "5012345678900", body: { hidden: true } });

  const states = await caller.inventory.itemStates({ ...leeds, barcode: "05012345678900" });
  expect(states.map(({ at: _at, ...state }) => state)).toEqual([
    { status: "in_stock", price: 44.9, currency: "GBP" },
    { status: "low_stock", price: 39.9, currency: "GBP" },
    { status: "out_of_stock", price: 39.9, currency: "GBP" },
  ]);
  expect(states.map(({ at }) => Date.parse(at))).toEqual(
    states.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b),
  );
  expect(await caller.inventory.itemStates({ ...leeds, barcode: "unknown" })).toEqual([]);
});
