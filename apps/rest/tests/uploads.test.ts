import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { PUBLIC_URL, startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const port = await rest.listen();
const { t } = rest;

const stock = "barcode,price,quantity\n5000000000017,1.50,3\n";
const more = "barcode,price,quantity\n5000000000024,2.00,7\n";
const products = "barcode,title\n5000000000017,Mug\n";

type Ids = Awaited<ReturnType<typeof newStore>>["ids"];
async function newStore() {
  const retailer = await t.retailer();
  return t.store(retailer.id);
}
const inventory = ({ retailerId, storeId }: Ids): string => `/v1/retailers/${retailerId}/stores/${storeId}/inventory`;

interface Connected {
  nextSteps: { uploadUrl: string; uploadKey: string };
}
async function connect(ids: Ids, body: unknown = { provider: "csv-upload" }): Promise<string> {
  return (await rest.json<Connected>("POST", inventory(ids), { body })).nextSteps.uploadKey;
}

const upload = (name: string, key: string, body = stock) =>
  rest.call("PUT", `/v1/inventory/uploads/${name}`, { key, body, headers: { "content-type": "text/csv" } });

/** Barcode and quantity of a store's items. */
async function shelf(ids: Ids): Promise<[string, number][]> {
  const { data } = await rest.json<{ data: { barcode: string; quantity: number }[] }>("GET", `${inventory(ids)}/items`);
  return data.map(({ barcode, quantity }) => [barcode, quantity]);
}

let ids: Ids;
let key: string;
beforeEach(async () => {
  ids = (await newStore()).ids;
  key = await connect(ids);
});

describe("an upload key", () => {
  test("sends stock to its address, and identifies the store alone", async () => {
    const { nextSteps } = await rest.json<Connected>("POST", inventory(ids), { body: { provider: "csv-upload" } });
    expect(nextSteps.uploadUrl).toBe(`${PUBLIC_URL}/v1/inventory/uploads/`);
    const answer = await upload("stock.csv", nextSteps.uploadKey);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: "applied", newItems: 1 }]);
    expect(await shelf(ids)).toEqual([["5000000000017", 3]]);
    expect(await rest.json("GET", inventory(ids))).toMatchObject({
      status: "connected",
      provider: { id: "csv-upload" },
    });
  });

  test("ends at once when the source is connected again or disconnected", async () => {
    const next = await connect(ids);
    expect((await upload("stock.csv", key)).statusCode).toBe(401);
    await rest.call("DELETE", inventory(ids));
    expect((await upload("stock.csv", next)).statusCode).toBe(401);
    expect(await shelf(ids)).toEqual([]);
  });

  test("is the actor of the feed in the history", async () => {
    await upload("stock.csv", key);
    const { data } = await rest.json<{ data: object[] }>("GET", `/v1/retailers/${ids.retailerId}/history`);
    const id = key.split("_")[1];
    expect(data[0]).toMatchObject({
      action: "stock.feed",
      actor: { kind: "upload", id },
      target: { storeId: ids.storeId },
    });
  });

  test("from a dry run is invalid, and the previous key stays valid", async () => {
    const dry = await rest.json<{ response: Connected; affected: object }>("POST", `${inventory(ids)}?dryRun=true`, {
      body: { provider: "api" },
    });
    expect((await upload("stock.csv", dry.response.nextSteps.uploadKey)).statusCode).toBe(401);
    expect((await upload("stock.csv", key)).statusCode).toBe(200);
  });

  test("is created once per Idempotency-Key, and the stored answer is sealed", async () => {
    const headers = { "idempotency-key": "connect" };
    const ask = () => rest.call("POST", inventory(ids), { body: { provider: "api" }, headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toBe(first.body);
    const secret = first.json<Connected>().nextSteps.uploadKey.split("_")[2] ?? "?";
    const kept = await t.ctx.db.query<{ answer: Buffer }>("SELECT answer FROM idempotency_key");
    expect(kept).toHaveLength(1);
    expect(kept[0]?.answer.includes(secret)).toBe(false);
    expect((await rest.call("GET", inventory(ids))).body).not.toContain(secret);
  });

  test("has the rate limit of an API key", async () => {
    const few = await startRest({ rateLimit: 2 });
    try {
      const store = await few.t.store((await few.t.retailer()).id);
      const { nextSteps } = await few.json<Connected>("POST", inventory(store.ids), {
        body: { provider: "csv-upload" },
      });
      const send = () => few.call("PUT", "/inventory/uploads/stock.csv", { key: nextSteps.uploadKey, body: stock });
      const answers = [await send(), await send(), await send()];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
      expect(answers[0]?.headers.ratelimit).toBe('"default";r=1;t=1');
    } finally {
      await few.close();
    }
  });
});

describe("the name of a file", () => {
  test.each(["products.csv", "PRODUCTS", "Products.XLSX", "products.csv.gz", "products."])(
    "%s is product data",
    async (name) => {
      const answer = await upload(name, key, products);
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: "applied", validLines: 1 }]);
      const ofRetailer = `/v1/retailers/${ids.retailerId}/inventory/ingests`;
      expect((await rest.json<{ data: object[] }>("GET", ofRetailer)).data).toHaveLength(1);
      expect(await rest.json("GET", inventory(ids))).toMatchObject({ status: "pending", latestIngest: null });
    },
  );

  test.each([
    "stock.csv",
    "my%20stock.csv",
    "b%C3%BCro%2F1.txt",
    "products-2.csv",
    "my.products.csv",
    "%F0%9F%92%A1",
    "%00",
  ])("%s is stock", async (name) => {
    const answer = await upload(name, key);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: "applied", newItems: 1 }]);
  });

  test("is required", async () => {
    for (const end of ["", "/"]) {
      const answer = await rest.call("PUT", `/v1/inventory/uploads${end}`, { key, body: stock });
      expect(answer.json()).toMatchObject({ status: 404, code: "RouteNotFound" });
      expect(answer.json().detail).toContain("/inventory/uploads/stock.csv");
    }
  });
});

test("the mode comes from the call, then from the source, then it is update", async () => {
  await upload("stock.csv", key);
  await upload("stock.csv", key, more);
  expect(await shelf(ids)).toEqual([
    ["5000000000017", 3],
    ["5000000000024", 7],
  ]);
  const replacing = await connect(ids, { provider: "csv-upload", parameters: { mode: "replace" } });
  await upload("stock.csv?mode=update", replacing, more);
  expect(await shelf(ids)).toEqual([
    ["5000000000017", 3],
    ["5000000000024", 7],
  ]);
  await upload("stock.csv", replacing, stock);
  expect(await shelf(ids)).toEqual([
    ["5000000000017", 3],
    ["5000000000024", 0],
  ]);
  const updating = await connect(ids);
  await upload("stock.csv?mode=replace", updating, more);
  expect(await shelf(ids)).toEqual([
    ["5000000000017", 0],
    ["5000000000024", 7],
  ]);
  expect((await upload("stock.csv?mode=all", updating)).json()).toMatchObject({
    status: 400,
    code: "MalformedRequest",
  });
});

test("a dry run returns the effects of an upload and changes nothing", async () => {
  const answer = await upload("stock.csv?dryRun=true", key);
  expect(answer.json()).toMatchObject({
    response: { status: "applied", newItems: 1 },
    affected: {
      stores: [ids.storeId],
      events: [{ action: "inventory.update" }, { action: "inventory_source.update" }],
    },
  });
  expect(await shelf(ids)).toEqual([]);
});

test("a dry run shows an upload key neither product data nor other stores", async () => {
  const other = await t.store(ids.retailerId);
  const lines = [{ barcode: "5000000000017", price: 1.5, quantity: 3 }];
  const custom = { title: "Mug", description: "A mug", brand: "Acme", image: ["https://shop.example/m.jpg"] };
  for (const storeId of [ids.storeId, other.id]) {
    const inventory = `/v1/retailers/${ids.retailerId}/stores/${storeId}/inventory`;
    await rest.call("PATCH", `${inventory}/stock`, { body: lines });
    await rest.call("PATCH", `${inventory}/5000000000017`, { body: custom });
    await rest.call("POST", `/v1/retailers/${ids.retailerId}/stores/${storeId}/channels`, {
      body: { type: "search", parameters: { locationId: storeId === other.id ? "11" : "12" } },
    });
  }
  const products = await upload("products.csv?dryRun=true", key, "barcode,category\n5000000000017,Kitchen\n");
  expect(products.json().affected).toMatchObject({ stores: [ids.storeId], channels: [{ storeId: ids.storeId }] });
  expect(products.body).not.toContain(other.id);
  const sold = await upload("stock.csv?dryRun=true", key, "barcode,price,quantity\n5000000000017,1.50,0\n");
  expect(sold.json().affected.events).toMatchObject([{ data: { status: "out_of_stock" } }]);
  expect(sold.json().affected.events[0].data).not.toHaveProperty("product");
  expect(sold.body).not.toContain("Acme");
});

test("other methods of the address are 405 with the allowed methods", async () => {
  for (const method of ["GET", "HEAD", "POST", "PATCH", "DELETE"]) {
    const answer = await rest.call(method, "/v1/inventory/uploads/stock.csv", { key });
    expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, "OPTIONS, PUT"]);
  }
});

test("a file of unknown length works as curl sends it from a pipe: with 100 Continue, in chunks", async () => {
  const headers = { authorization: `Bearer ${key}`, expect: "100-continue", "transfer-encoding": "chunked" };
  const sent = request({ port, method: "PUT", path: "/v1/inventory/uploads/stock.csv", headers });
  sent.flushHeaders();
  await once(sent, "continue");
  sent.write(stock.slice(0, 30));
  sent.end(stock.slice(30));
  const [answer] = await once(sent, "response");
  answer.resume();
  expect(answer.statusCode).toBe(200);
  expect(await shelf(ids)).toEqual([["5000000000017", 3]]);
});
