import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createKey } from "../features/keys/create-key.ts";
import { authenticateUpload } from "../features/keys/index.ts";
import { revokeKey } from "../features/keys/revoke-key.ts";
import { createCaller } from "../router.ts";
import { createTestContext, type TestContext } from "../testing.ts";
import type { Actor, Context } from "./context.ts";
import { scopes } from "./scopes.schema.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

let ids: { retailerId: string; storeId: string };
let keyId: string;
let ctx: Context;
beforeEach(async () => {
  ids = (await t.store((await t.retailer()).id)).ids;
  const expiresAt = new Date(t.ctx.now().getTime() + 3_600_000);
  keyId = (await createKey(t.ctx, { body: { name: "k", scopes: [...scopes], expiresAt } })).id;
  ctx = t.asKey({ keyId, expiresAt });
});

const unauthorized = { cause: { code: "Unauthorized" } };
const stock = "barcode,price,quantity\n5000000000017,1.50,3\n";

/** A feed that arrives slowly. `during` runs after the first part has arrived. */
async function* feed(text: string, during: () => Promise<unknown>) {
  yield Buffer.from(text.slice(0, 30));
  await during();
  yield Buffer.from(text.slice(30));
}

async function nothingWasTaken(): Promise<void> {
  const caller = createCaller(t.ctx).inventory;
  expect((await caller.listItems(ids)).data).toEqual([]);
  expect((await caller.listIngests(ids)).data).toEqual([]);
}

const endings = {
  "is revoked": () => revokeKey(t.ctx, { keyId }),
  expires: async () => t.advance(3_600_000),
};

for (const [name, end] of Object.entries(endings)) {
  test(`a feed changes nothing if its API key ${name} while the feed arrives`, async () => {
    const call = createCaller(ctx).inventory.putStock({ ...ids, mode: "update", feed: feed(stock, end) });
    await expect(call).rejects.toMatchObject(unauthorized);
    await nothingWasTaken();
  });

  test(`product data changes nothing if its API key ${name} while the data arrives`, async () => {
    const products = feed("barcode,title\n5000000000017,A long title of a mug\n", end);
    const call = createCaller(ctx).products.putFeed({ retailerId: ids.retailerId, feed: products });
    await expect(call).rejects.toMatchObject(unauthorized);
    const { retailerId } = ids;
    expect(await t.ctx.db.query("SELECT FROM product WHERE retailer_id = $1", [retailerId])).toEqual([]);
  });
}

test("a call that waits for its transaction commits nothing once its key is revoked", async () => {
  const db = {
    ...ctx.db,
    sqlTransaction: (async (scope, work) => {
      await revokeKey(t.ctx, { keyId });
      return t.ctx.db.sqlTransaction(scope, work);
    }) as typeof ctx.db.sqlTransaction,
  };
  const line = { barcode: "5000000000017", price: 1, quantity: 1 };
  await expect(createCaller({ ...ctx, db }).inventory.patchStock({ ...ids, body: [line] })).rejects.toMatchObject(
    unauthorized,
  );
  await nothingWasTaken();
});

test("an upload changes nothing if its key is replaced while the file arrives", async () => {
  const connect = () =>
    createCaller(t.ctx).inventory.connect({ ...ids, body: { provider: "csv-upload", parameters: {} } });
  const { nextSteps } = await connect();
  const actor: Actor | null = await authenticateUpload(t.ctx.db, nextSteps?.uploadKey ?? "");
  for (const fileName of ["stock.csv", "products.csv"]) {
    const sent = { fileName, feed: feed(stock, connect) };
    await expect(createCaller(t.as(actor)).uploads.put(sent)).rejects.toMatchObject(unauthorized);
  }
  await nothingWasTaken();
});

test("a key revokes itself", async () => {
  await createCaller(ctx).keys.revoke({ keyId });
  await expect(createCaller(ctx).keys.revoke({ keyId })).rejects.toMatchObject({ cause: { code: "KeyNotFound" } });
});
