import { randomBytes } from "node:crypto";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { authenticateUpload } from "../keys/index.ts";
import type { ConnectSource } from "./connect-source.schema.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

type Body = ConnectSource["body"];
const url = "https://93.184.216.34/stock.csv";

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function newStore() {
  const { ids } = await world.store((await world.retailer()).id);
  const caller = createCaller(world.ctx);
  return {
    ids,
    caller,
    connect: (body: unknown) => caller.inventory.connect({ ...ids, body: body as Body }),
    disconnect: () => caller.inventory.disconnect(ids),
    read: () => caller.inventory.getSource(ids),
    feed: (text = "barcode,price,quantity\n101,1.00,5\n") => caller.inventory.putStock({ ...ids, feed: bytes(text) }),
    opens: async (key: string) => (await authenticateUpload(world.ctx.db, key)) !== null,
    published: async () => {
      const { data } = await caller.events.list({ ...ids, page: { size: 100 } });
      return data.flatMap((event) => (event.action === "inventory_source.update" ? [event.data] : []));
    },
    row: () => world.ctx.db.prisma.inventorySource.findUniqueOrThrow({ where: { retailerId_storeId: ids } }),
    history: async () => (await caller.history.list({ retailerId: ids.retailerId, page: { size: 100 } })).data,
  };
}

test("a source is pending from connecting to its first applied feed, which keeps the provider", async () => {
  const { connect, read, feed, published } = await newStore();
  const provider = { id: "csv-upload", label: "File upload", type: "generic", vendor: "Highstreet" };
  const never = { latestIngest: null, lastHeardAt: null, nextFetchAt: null, version: 1 };
  const pending = { status: "pending", provider, warnings: [], parameters: {}, ...never };
  const { nextSteps, ...source } = await connect({ provider: "csv-upload" });
  expect(source).toEqual(pending);
  expect(nextSteps).toMatchObject({ uploadUrl: "/v1/inventory/uploads/", uploadKey: expect.stringMatching(/^hsu_/) });
  expect(await read()).toEqual(pending);
  await feed();
  expect(await read()).toMatchObject({ status: "connected", provider });
  expect(await published()).toMatchObject([{ status: "connected", provider }]);
});

test("connecting again makes a new upload key, and the old key is invalid", async () => {
  const { connect, opens } = await newStore();
  const first = (await connect({ provider: "csv-upload" })).nextSteps.uploadKey;
  expect(await opens(first)).toBe(true);
  const second = (await connect({ provider: "csv-upload" })).nextSteps.uploadKey;
  expect([await opens(first), await opens(second)]).toEqual([false, true]);
});

test("a source stays connected with the same place, and is pending with another place", async () => {
  const { connect, read, feed, published, caller, ids } = await newStore();
  const status = async () => (await read()).status;
  await feed();
  await connect({ provider: "api" });
  expect(await status()).toBe("connected");
  await connect({ provider: "http-pull", parameters: { url } });
  expect(await status()).toBe("pending");
  await feed();
  await connect({ provider: "http-pull", parameters: { url, intervalMinutes: 15 } });
  expect(await status()).toBe("connected");
  await connect({ provider: "http-pull", parameters: { url: `${url}?all` } });
  expect(await status()).toBe("pending");
  expect((await published()).map(({ status, provider }) => [status, (provider as { id: string }).id])).toEqual([
    ["connected", "api"],
    ["pending", "http-pull"],
    ["connected", "http-pull"],
    ["pending", "http-pull"],
  ]);
  expect((await caller.inventory.listItems({ ...ids, page: { size: 10 } })).data).toHaveLength(1);
});

test("no secret can be read: the key is stored as a digest and the authorization is sealed, and no answer, history or event shows them", async () => {
  const { connect, read, row, history, published, feed } = await newStore();
  const authorization = `Basic ${randomBytes(12).toString("hex")}`;
  const { nextSteps, ...source } = await connect({ provider: "http-pull", parameters: { url, authorization } });
  expect(nextSteps).toMatchObject({ id: "await-fetch", label: expect.stringContaining("GET …/inventory") });
  const secret = nextSteps.uploadKey.split("_")[2] ?? "";
  await feed();
  const stored = await row();
  expect(
    world.ctx.vault.open(stored.authorization ?? new Uint8Array(), [
      "inventory_source",
      stored.retailerId,
      stored.storeId,
    ]),
  ).toBe(authorization);
  const rows = await world.ctx.db.query<{ row: string }>(
    `SELECT s::text AS row FROM inventory_source s WHERE retailer_id = $1
     UNION ALL SELECT k::text FROM upload_key k WHERE retailer_id = $1
     UNION ALL SELECT h::text FROM history_entry h WHERE retailer_id = $1
     UNION ALL SELECT e::text FROM store_event e WHERE retailer_id = $1`,
    [stored.retailerId],
  );
  const shown = JSON.stringify([rows, source, await read(), await history(), await published()]);
  for (const hidden of [authorization, secret, Buffer.from(authorization).toString("hex")]) {
    expect(shown).not.toContain(hidden);
  }
  expect(source.parameters).toEqual({ url, intervalMinutes: 60 });
});

test("the history has each connection and disconnection with the source before and after", async () => {
  const { connect, disconnect, history, ids } = await newStore();
  await connect({ provider: "csv-upload", parameters: { mode: "replace" } });
  await disconnect();
  const [last, first] = await history();
  expect(first).toMatchObject({
    action: "source.connect",
    target: { type: "source", storeId: ids.storeId },
    before: null,
  });
  expect(first?.after).toMatchObject({ status: "pending", parameters: { mode: "replace" } });
  expect(last).toMatchObject({ action: "source.disconnect", before: first?.after, after: { status: "disconnected" } });
});

test.each([
  [{ provider: "csv" }, "UnknownProvider", "/provider"],
  [{}, "ValidationFailed", "/provider"],
  [{ provider: "csv-upload", parameters: { mode: "all" } }, "ValidationFailed", "/parameters/mode"],
  [{ provider: "csv-upload", parameters: { url } }, "ValidationFailed", "/parameters/url"],
  [{ provider: "api", parameters: { mode: "update" } }, "ValidationFailed", "/parameters/mode"],
  [{ provider: "http-pull" }, "ValidationFailed", "/parameters/url"],
  [{ provider: "http-pull", parameters: { url: "ftp://shop.example/" } }, "ValidationFailed", "/parameters/url"],
  [{ provider: "http-pull", parameters: { url: "https://u:p@shop.example/" } }, "ValidationFailed", "/parameters/url"],
  [{ provider: "http-pull", parameters: { url: "https://127.0.0.1/" } }, "ValidationFailed", "/parameters/url"],
  [{ provider: "http-pull", parameters: { url: "http://93.184.216.34/" } }, "ValidationFailed", "/parameters/url"],
  [{ provider: "http-pull", parameters: { url: "https://169.254.169.254/" } }, "ValidationFailed", "/parameters/url"],
  [
    { provider: "http-pull", parameters: { url, intervalMinutes: 14 } },
    "ValidationFailed",
    "/parameters/intervalMinutes",
  ],
  [
    { provider: "http-pull", parameters: { url, authorization: "a\r\nb: c" } },
    "ValidationFailed",
    "/parameters/authorization",
  ],
])("%j is refused with %s at %s, and connects nothing", async (body, code, pointer) => {
  const { connect, read } = await newStore();
  await expect(connect(body)).rejects.toMatchObject({ cause: { code, members: { errors: [{ pointer }] } } });
  expect(await read()).toMatchObject({ status: "pending", provider: null });
});

test("a known till is connected as an upload with the columns and words of its preset", async () => {
  const { connect, read, ids, caller } = await newStore();
  await connect({ provider: "wix" });
  expect(await read()).toMatchObject({
    provider: { id: "wix", label: "Wix Stores", type: "ecommerce", vendor: "Wix" },
  });
  const feed = "handleId,fieldType,sku,price,inventory\np1,Product,5012345678900,4.50,InStock\n";
  expect(await caller.inventory.putStock({ ...ids, feed: bytes(feed) })).toMatchObject({
    status: "applied",
    newItems: 1,
  });
  const catalogue = await caller.inventory.providers({});
  expect(catalogue.find(({ id }) => id === "square")).toMatchObject({
    ...{ type: "point-of-sale", export: { confirmed: true, steps: [expect.any(String), expect.any(String)] } },
  });
  for (const [name, id] of [
    ["square-pos", "square"],
    ["batchline", "csv-upload"],
  ])
    expect((await connect({ provider: name })).provider?.id).toBe(id);
  await expect(connect({ provider: "no-such-till" })).rejects.toThrow("GET /inventory/providers");
});

test("a refused feed warns with its reason until a good feed, a connection or a disconnection; a PATCH keeps the warning", async () => {
  const { ids, caller, connect, disconnect, read, feed, published } = await newStore();
  const warnings = async () => (await read()).warnings;
  const refuse = () => feed("barcode,price,quantity\n101,free,5\n");
  const message = expect.stringMatching(/: The feed has no valid line\. Send a correct file\.$/);
  const refused = [{ id: "FeedRefused", message, parameters: { code: "NoValidLine" } }];
  await connect({ provider: "csv-upload" });
  await refuse();
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "101", price: 1, quantity: 5 }] });
  expect(await read()).toMatchObject({ status: "invalid", warnings: refused });
  await expect(feed("Colour\0,RRP\n1,1\n")).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  expect(await warnings()).toMatchObject([{ id: "FeedRefused", message: expect.stringContaining("Colour") }]);
  await expect(feed("%PDF-1.7")).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  expect(await warnings()).toMatchObject([{ message: expect.stringMatching(/and send that file\.$/) }]);
  await feed();
  expect(await read()).toMatchObject({ status: "connected", warnings: [] });
  for (const end of [() => connect({ provider: "csv-upload" }), disconnect]) {
    await refuse();
    expect(await warnings()).toEqual(refused);
    await end();
    expect(await warnings()).toEqual([]);
  }
  const counts = (await published()).map((source) => (source.warnings as unknown[]).length);
  expect(counts).toEqual([1, 1, 1, 0, 1, 0, 1, 0]);
});
