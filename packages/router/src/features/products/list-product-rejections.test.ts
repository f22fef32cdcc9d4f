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

test("the rejected lines of product data are listed in order", async () => {
  const { id: retailerId } = await world.retailer();
  const { products } = createCaller(world.ctx);
  const { id: ingestId } = await products.putFeed({
    retailerId,
    feed: bytes("barcode,title,image\n1,Lamp,\n,Mug,\n3,Hat,ftp://x\n"),
  });
  const { data } = await products.listRejections({ retailerId, ingestId, page: {} });
  expect(data).toMatchObject([
    { line: 3, code: "missing_barcode" },
    { line: 4, field: "image", code: "invalid_image" },
  ]);
  const counts = await products.countRejections({ retailerId, ingestId });
  expect(counts.map(({ code, lines }) => `${lines} ${code}`).toSorted()).toEqual([
    "1 invalid_image",
    "1 missing_barcode",
  ]);
});
