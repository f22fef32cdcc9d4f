import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext, type TestContext } from "../../testing.ts";
import { auditDigests } from "./audit-digests.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

async function* bytes(text: string) {
  yield Buffer.from(text);
}

test("a correct digest stays; a wrong digest is reported and deleted, and the next feed builds it again", async () => {
  const { id: retailerId } = await world.retailer();
  const stores = await Promise.all([1, 2, 3].map(async () => (await world.store(retailerId)).ids));
  const { inventory } = createCaller(world.ctx);
  const put = (ids: { retailerId: string; storeId: string }, text: string) =>
    inventory.putStock({ ...ids, mode: "update", feed: bytes(`barcode,price,quantity\n${text}`) });
  for (const ids of stores) {
    await put(ids, "0012345678,1.00,5\na\\b\tc,12345678.90,-0.125\nmug,9999999999.99,9999999999.999\nold,1,1\n");
    await put(
      ids,
      "0012345678,1.00,6\na\\b\tc,12345678.90,-0.125\nmug,9999999999.99,9999999999.999\nlow,2,0\nold,free,1\n",
    );
  }
  expect(await auditDigests(world.asSystem())).toEqual({ audited: 3, wrong: [] });
  const [first, second] = stores as [(typeof stores)[0], (typeof stores)[0]];
  await world.ctx.db.query(
    "UPDATE stock_item SET price = price + 1 WHERE retailer_id = $1 AND store_id = $2 AND item_key = 'low'",
    [retailerId, first.storeId],
  );
  await world.ctx.db.query("DELETE FROM stock_item WHERE retailer_id = $1 AND store_id = $2 AND item_key = 'mug'", [
    retailerId,
    second.storeId,
  ]);
  const { wrong } = await auditDigests(world.asSystem());
  expect(wrong.toSorted((a, b) => a.differences - b.differences)).toEqual([
    { ...second, differences: 1 },
    { ...first, differences: 2 },
  ]);
  expect(await put(second, "mug,1,1\n")).toMatchObject({ newItems: 1 });
  expect(await auditDigests(world.asSystem())).toEqual({ audited: 2, wrong: [] });
});
