import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { authenticateUpload } from "../keys/index.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const texts: Record<string, string> = {
  "stock.csv": "barcode,price,quantity\n5000000000017,1.50,3\n",
  "broken.csv": "what,is,this\n1,2,3\n",
  "products.csv": "barcode,title\n5000000000017,Mug\n",
};

test.each(Object.keys(texts))("a key that is replaced while %s arrives changes nothing", async (fileName) => {
  const { ids } = await world.store((await world.retailer()).id);
  const caller = createCaller(world.ctx);
  const connect = () => caller.inventory.connect({ ...ids, body: { provider: "csv-upload", parameters: {} } });
  const { nextSteps } = await connect();
  const actor = await authenticateUpload(world.ctx.db, nextSteps.uploadKey);
  const text = texts[fileName] ?? "";
  async function* arriving(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text.slice(0, 10));
    await connect();
    yield Buffer.from(text.slice(10));
  }
  const upload = createCaller(world.as(actor)).uploads.put({ fileName, feed: arriving() });
  await expect(upload).rejects.toMatchObject({ cause: { code: "Unauthorized" } });
  const page = { page: { size: 10 } };
  expect((await caller.inventory.listIngests({ ...ids, ...page })).data).toEqual([]);
  expect((await caller.products.listIngests({ retailerId: ids.retailerId, ...page })).data).toEqual([]);
  expect((await caller.inventory.listItems({ ...ids, ...page })).data).toEqual([]);
  expect(await caller.inventory.getSource(ids)).toMatchObject({ status: "pending", latestIngest: null });
});

test.each(Object.keys(texts))(
  "a key of a store that is deleted while %s arrives is invalid, and nothing is left",
  async (fileName) => {
    const { ids } = await world.store((await world.retailer()).id);
    const caller = createCaller(world.ctx);
    const { nextSteps } = await caller.inventory.connect({ ...ids, body: { provider: "csv-upload", parameters: {} } });
    const actor = await authenticateUpload(world.ctx.db, nextSteps.uploadKey);
    async function* arriving(): AsyncGenerator<Uint8Array> {
      await caller.stores.delete(ids);
      yield Buffer.from(texts[fileName] ?? "");
    }
    const upload = createCaller(world.as(actor)).uploads.put({ fileName, feed: arriving() });
    await expect(upload).rejects.toMatchObject({ cause: { code: "Unauthorized" } });
    const left = "SELECT count(*) AS n FROM ingest WHERE retailer_id = $1";
    expect(await world.ctx.db.query(left, [ids.retailerId])).toEqual([{ n: 0 }]);
  },
);

test("an upload key can make no other call, and no other key can make this call", async () => {
  const { ids } = await world.store((await world.retailer()).id);
  const { nextSteps } = await createCaller(world.ctx).inventory.connect({
    ...ids,
    body: { provider: "api", parameters: {} },
  });
  const key = createCaller(world.as(await authenticateUpload(world.ctx.db, nextSteps.uploadKey)));
  const refused = { cause: { code: "Unauthorized" } };
  await expect(key.inventory.getSource(ids)).rejects.toMatchObject(refused);
  await expect(key.inventory.providers({})).rejects.toMatchObject(refused);
  await expect(key.inventory.disconnect(ids)).rejects.toMatchObject(refused);
  async function* feed(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("barcode,price,quantity\n1,1,1\n");
  }
  for (const actor of [world.ctx, world.asSystem(), world.as(null)]) {
    await expect(createCaller(actor).uploads.put({ fileName: "a.csv", feed: feed() })).rejects.toMatchObject(refused);
  }
});
