import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

const barcode = "0005012345678900";

test("the list has the customizations for all stores and for single stores", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  await caller.customizations.post({ retailerId, body: { barcode, hidden: true } });
  await caller.customizations.post({ ...ids, body: { barcode, channels: [] } });
  await caller.customizations.post({ retailerId, body: { barcode: "hat", hidden: false } });
  const list = async (filter: object) => {
    const found = await caller.customizations.list({ retailerId, ...filter });
    return "data" in found ? found.data : Array.fromAsync(found);
  };
  const all = await list({});
  expect(all.map(({ storeId, hidden, channels }) => [storeId, hidden, channels])).toEqual([
    [null, true, null],
    [ids.storeId, null, []],
    [null, false, null],
  ]);
  expect(await list({ page: { size: 10 } })).toEqual(all);
  expect(await list({ barcode })).toEqual(all.slice(0, 2));
  expect(await list({ storeId: ids.storeId })).toEqual([all[1]]);
  expect(await list({ hidden: true })).toEqual([all[0]]);
});
