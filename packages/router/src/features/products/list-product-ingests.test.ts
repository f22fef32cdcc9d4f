import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test("the list has the feeds of product data of one retailer, newest first, and no stock feeds", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const other = await t.retailer();
  await caller.inventory.putStock({ ...ids, feed: bytes("barcode,price,quantity\nmug,1,1\n") });
  await caller.products.putFeed({ retailerId: other.id, feed: bytes("barcode,title\nmug,Mug\n") });
  const made: string[] = [];
  for (const title of ["Mug", "Big mug", "Blue mug"]) {
    made.unshift((await caller.products.putFeed({ retailerId, feed: bytes(`barcode,title\nmug,${title}\n`) })).id);
    t.advance(1_000);
  }
  const first = await caller.products.listIngests({ retailerId, page: { size: 2 } });
  const second = await caller.products.listIngests({ retailerId, page: { size: 2, after: first.next ?? "" } });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
});
