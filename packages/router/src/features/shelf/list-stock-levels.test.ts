import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test("stock levels count the store's products, not the lines of a file, and a refused file does not change them", async () => {
  const { ids } = await world.store((await world.retailer()).id);
  const { inventory } = createCaller(world.ctx);
  const put = (...lines: string[]) => {
    return inventory.putStock({ ...ids, feed: bytes(`sku,price,qty\n${lines.join("\n")}\n`) });
  };
  await put("a,1,1", "b,1,1", "c,1,1");
  await put("b,1,0");
  await put("b,free,9");
  await inventory.patchStock({ ...ids, body: [{ sku: "b", qty: 5 }] });
  const levels = await inventory.stockLevels(ids);
  expect(levels.map(({ inStock }) => inStock)).toEqual([3, 2, 2, 3]);
});
