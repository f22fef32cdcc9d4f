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

test("the columns of a store count for its later files, until they are forgotten", async () => {
  const { ids } = await world.store((await world.retailer()).id);
  const { inventory } = createCaller(world.ctx);
  const put = (text: string) => inventory.putStock({ ...ids, feed: bytes(text) });
  const feed = "Ident,Amount,Held\n5012345678900,4.50,2\n";
  await expect(put(feed)).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  const columns = { barcode: ["Ident"], price: "Amount", quantity: "Held" };
  expect(await inventory.rememberColumns({ ...ids, columns })).toMatchObject({ parameters: { columns } });
  expect(await put(feed)).toMatchObject({ status: "applied", newItems: 1 });
  expect(await inventory.previewStock({ ...ids, partial: false, feed: bytes(feed) })).toMatchObject({ missing: [] });
  expect(await inventory.rememberColumns({ ...ids, columns: {} })).toMatchObject({ parameters: {} });
  await expect(put(feed)).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  expect((await inventory.getSource(ids)).parameters).toEqual({});
});

test("remembering keeps the upload key, and a wrong field is refused", async () => {
  const { ids } = await world.store((await world.retailer()).id);
  const { inventory } = createCaller(world.ctx);
  await inventory.connect({ ...ids, body: { provider: "csv-upload", parameters: { mode: "replace" } } as never });
  const key = () => world.ctx.db.prisma.uploadKey.findUniqueOrThrow({ where: { retailerId_storeId: ids } });
  const before = await key();
  await inventory.rememberColumns({ ...ids, columns: { price: "RRP" } });
  expect(await key()).toEqual(before);
  expect((await inventory.getSource(ids)).parameters).toEqual({ mode: "replace", columns: { price: "RRP" } });
  await expect(inventory.rememberColumns({ ...ids, columns: { cost: "x" } as never })).rejects.toThrow("cost");
});
