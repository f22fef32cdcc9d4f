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

test("an ingest of product data has its own record, and a store's ingest is not one", async () => {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const { products, inventory } = createCaller(world.ctx);
  const put = await products.putFeed({ retailerId, feed: bytes("barcode,title,Shelf\n1,Lamp,A\n2,Mug,B\n") });
  expect(put).toMatchObject({ newItems: 2, columns: { title: "title" }, ignoredColumns: ["Shelf"] });
  expect(await products.getIngest({ retailerId, ingestId: put.id })).toEqual(put);
  const stock = await inventory.putStock({ ...ids, feed: bytes("sku,price,qty\na,1,1\n") });
  for (const ingestId of [stock.id, "none"]) {
    await expect(products.getIngest({ retailerId, ingestId })).rejects.toMatchObject({
      cause: { code: "IngestNotFound" },
    });
  }
});
