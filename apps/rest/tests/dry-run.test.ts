import { canary } from "@highstreet/telemetry/testing";
import { afterAll, describe, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const base = `http://127.0.0.1:${await rest.listen()}/v1`;
const { t } = rest;
const { db } = t.ctx;
const shop = await t.retailer();
const [one, two] = [await t.store(shop.id), await t.store(shop.id)].sort((a, b) => (a.id < b.id ? -1 : 1));
if (!one || !two) throw new Error("two stores were made");
const retailer = `/retailers/${shop.id}`;
const storeOf = (id: string) => `${retailer}/stores/${id}`;
const [mug, bowl] = ["5000000000017", "5000000000024"];

interface Affected {
  stores: string[];
  channels: { storeId: string; channel: string }[];
  events: { storeId: string; action: string; data: Record<string, unknown> }[];
  counts: { stores: number; channels: number; events: number };
  truncated: boolean;
}

/** Over a real connection. */
async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const isText = typeof body === "string";
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${t.partner.key.key}`,
      ...(body === undefined ? {} : { "content-type": isText ? "text/csv" : "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: text === "" ? undefined : JSON.parse(text) };
}

test("a dry run names the stores that lack a channel of an edit, as the edit does", async () => {
  const chain = await t.retailer();
  const stores = [await t.store(chain.id), await t.store(chain.id)];
  const [first, second] = stores.map(({ id }) => `/retailers/${chain.id}/stores/${id}`);
  for (const store of [first, second])
    await send("PATCH", `${store}/inventory/stock`, [{ barcode: mug, price: 1, quantity: 1 }]);
  await send("POST", `${first}/channels`, { type: "search", parameters: { locationId: "1234567890" } });
  const notShownIn = { count: 1, stores: [stores[1]?.id], channels: ["search"] };
  const edit = { channels: ["search"] };
  const products = `/retailers/${chain.id}/inventory`;
  const dry = await send("PATCH", `${products}/${mug}?dryRun=true`, edit);
  expect(dry).toMatchObject({ status: 200, json: { response: { notShownIn } } });
  const bulk = await send("POST", `${products}/customizations/bulk?dryRun=true`, { filter: {}, edit });
  expect(bulk).toMatchObject({ status: 200, json: { response: { products: 1, notShownIn } } });
  expect(await send("PATCH", `${products}/${mug}`, edit)).toMatchObject({ status: 200, json: { ...edit, notShownIn } });
});

/** A digest of every row of every table. */
async function everything(): Promise<unknown> {
  const tables = await db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  const digests: unknown[] = [];
  for (const { name } of tables) {
    digests.push([name, await db.query(`SELECT md5(string_agg(r::text, ' ' ORDER BY r::text)) FROM "${name}" r`)]);
  }
  return digests;
}

const dry = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}dryRun=true`;

/** Rehearses a call that succeeds, and sees that it changed nothing. */
async function rehearse(method: string, path: string, body?: unknown): Promise<{ response: unknown } & Affected> {
  const before = await everything();
  const { status, json, text } = await send(method, dry(path), body);
  expect([status, text]).toEqual([200, expect.stringContaining('"affected"')]);
  expect(await everything()).toEqual(before);
  return { response: json.response, ...json.affected };
}

/** What the logs of both stores hold now. */
async function log(): Promise<Affected["events"]> {
  const of = async (storeId: string) => {
    const { json } = await send("GET", `${storeOf(storeId)}/events?page[size]=1000`);
    return (json.data as Affected["events"]).map(({ action, data }) => ({ storeId, action, data }));
  };
  return [...(await of(one?.id ?? "")), ...(await of(two?.id ?? ""))];
}

const ids = (...stores: { id: string }[]): string[] => stores.map(({ id }) => id);
const webhooks = { webhookUrl: "https://shop.example/hook", secret: canary("webhook") };
for (const store of [one, two]) {
  const lines = [mug, bowl].map((barcode) => ({ barcode, price: 44.9, quantity: 9 }));
  await send("PATCH", `${storeOf(store.id)}/inventory/stock`, lines);
  await send("POST", `${storeOf(store.id)}/channels`, { type: "webhooks", parameters: webhooks });
}
await send("POST", `${storeOf(one.id)}/channels`, { type: "search", parameters: { locationId: "1" } });
await send("PATCH", `${storeOf(one.id)}/inventory/stock`, [{ barcode: "only here", price: 1, quantity: 9 }]);

describe("a dry run", () => {
  test("of hiding a product lists its stores, the channels that show it and the later events", async () => {
    const path = `${retailer}/inventory/${mug}`;
    const effects = await rehearse("PATCH", path, { hidden: true });
    expect(effects.stores).toEqual(ids(one, two));
    expect(effects.channels).toEqual([
      { storeId: one.id, channel: "search" },
      { storeId: one.id, channel: "webhooks" },
      { storeId: two.id, channel: "webhooks" },
    ]);
    expect(effects.events).toMatchObject([
      { storeId: one.id, action: "inventory.update", data: { barcode: mug, status: "out_of_stock", price: 44.9 } },
      { storeId: two.id, action: "inventory.update" },
    ]);
    const before = await log();
    const real = await send("PATCH", path, { hidden: true });
    expect(real.json).toMatchObject({ ...(effects.response as object), id: expect.any(String) });
    const gained = (await log()).filter(
      (event) => !before.some((old) => JSON.stringify(old) === JSON.stringify(event)),
    );
    expect(gained).toEqual(effects.events);

    // The item is already hidden, so its record changes without an event.
    expect(await rehearse("PATCH", path, { hidden: true })).toMatchObject({ channels: [], events: [] });
  });

  test("keeps two decimals in the answer and in the events", async () => {
    const { text } = await send("PATCH", dry(`${retailer}/inventory/${bowl}`), { hidden: true });
    expect(text).toContain('"price":44.90,');
  });

  test("of a text lists search and not webhooks, which gets no event", async () => {
    const custom = { title: "Bowl", description: "A bowl", brand: "B", image: ["https://shop.example/b.jpg"] };
    const effects = await rehearse("PATCH", `${retailer}/inventory/${bowl}`, custom);
    expect(effects).toMatchObject({
      stores: ids(one, two),
      channels: [{ storeId: one.id, channel: "search" }],
      events: [],
    });
  });

  test("of an edit for one store lists only that store", async () => {
    const effects = await rehearse("PATCH", `${storeOf(two.id)}/inventory/${bowl}`, { channels: [] });
    expect(effects).toMatchObject({ stores: ids(two), channels: [{ storeId: two.id, channel: "webhooks" }] });
    expect(effects.events).toHaveLength(1);
  });

  test("of creating, batches and deleting of customizations lists the effects", async () => {
    const all = `${retailer}/inventory/customizations`;
    const created = await rehearse("POST", all, { barcode: "only here", hidden: true });
    expect(created).toMatchObject({ stores: ids(one), response: { barcode: "only here", version: 1 } });
    const batch = await rehearse("POST", `${all}/batch`, [
      { barcode: bowl, storeId: two.id, hidden: true },
      { barcode: "only here", hidden: true },
    ]);
    expect(batch).toMatchObject({ stores: ids(one, two), response: [{ storeId: two.id }, { storeId: null }] });
    expect(batch.events).toHaveLength(2);
    const removed = await rehearse("DELETE", `${all}?barcode=${mug}`);
    expect(removed).toMatchObject({ response: null, stores: ids(one, two) });
    expect(removed.events.map((event) => event.data.status)).toEqual(["in_stock", "in_stock"]);
  });

  test("of stock, by line or feed, returns the ingest and the events, and stores no ingest", async () => {
    const stock = `${storeOf(one.id)}/inventory/stock`;
    const patched = await rehearse("PATCH", stock, [{ barcode: bowl, quantity: 1 }, { barcode: "" }]);
    expect(patched).toMatchObject({
      response: { validLines: 1, changedItems: 1, rejectedLines: 1 },
      stores: ids(one),
      channels: [
        { storeId: one.id, channel: "search" },
        { storeId: one.id, channel: "webhooks" },
      ],
      events: [{ action: "inventory.update", data: { barcode: bowl, status: "low_stock" } }],
    });
    const fed = await rehearse("PUT", `${stock}?mode=replace`, `barcode,price,quantity\n${bowl},44.90,9\nnew,1.00,5\n`);
    expect(fed.response).toMatchObject({ mode: "replace", newItems: 1 });
    expect(fed.events.map((event) => event.data.barcode).sort()).toEqual(["new", "only here"]);
    const refused = await send("PUT", dry(stock), "name,colour\nx,y\n");
    expect([refused.status, refused.json.code]).toEqual([422, "UnrecognisedFeed"]);
    expect((await send("GET", `${storeOf(one.id)}/inventory`)).json.status).toBe("connected");
  });

  test("of a feed of any length lists the first 1,000 events and counts them all", async () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `many-${at},1.00,5\n`).join("");
    const fed = await rehearse("PUT", `${storeOf(one.id)}/inventory/stock`, `barcode,price,quantity\n${lines}`);
    expect(fed.events).toHaveLength(1_000);
    expect(fed).toMatchObject({
      stores: ids(one),
      counts: { stores: 1, channels: 2, events: 1_500 },
      truncated: true,
    });
    const short = await rehearse("PUT", `${storeOf(one.id)}/inventory/stock`, "barcode,price,quantity\nfew,1.00,5\n");
    expect(short).toMatchObject({ counts: { stores: 1, channels: 2, events: 1 }, truncated: false });
  });

  test("of product data lists the stores with the products", async () => {
    const effects = await rehearse(
      "PUT",
      `${retailer}/inventory/products`,
      "barcode,title\nonly here,Thing\nnowhere,Other\n",
    );
    expect(effects).toMatchObject({ stores: ids(one), channels: [{ storeId: one.id, channel: "search" }], events: [] });
  });

  test("of channels lists changed channels, and does not wait for a lock or notify a worker", async () => {
    const channels = `${storeOf(two.id)}/channels`;
    const enabled = await rehearse("POST", channels, { type: "search", parameters: { locationId: "2" } });
    expect(enabled).toMatchObject({
      response: { id: "search", status: "pending" },
      stores: ids(two),
      channels: [
        { storeId: two.id, channel: "search" },
        { storeId: two.id, channel: "webhooks" },
      ],
      events: [{ action: "channel.update" }],
    });
    const removed = await rehearse("DELETE", `${channels}/webhooks`);
    expect(removed).toMatchObject({ response: null, channels: [{ storeId: two.id, channel: "webhooks" }], events: [] });
  });

  test("of endpoint calls checks and counts, and makes no call", async () => {
    const webhook = `${storeOf(one.id)}/channels/webhooks`;
    const { response } = await rehearse("POST", `${webhook}/secret`, { secret: canary("otherwebhook") });
    expect(response).toMatchObject({ id: "webhooks", previousSecretUntil: expect.any(String) });
    await db.query(
      `INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, outcome)
       SELECT retailer_id, store_id, event_sequence, 1, now(), 'failed' FROM inventory_source
       WHERE retailer_id = $1 AND store_id = $2`,
      [shop.id, one.id],
    );
    expect((await rehearse("POST", `${webhook}/redeliveries`, { from: 1 })).response).toEqual({
      queued: 1,
      superseded: 0,
    });
    const { send: usual } = t.ctx.sender;
    t.ctx.sender.send = () => {
      throw new Error("called");
    };
    expect((await rehearse("POST", `${webhook}/test`)).response).toMatchObject({ ok: false, status: null });
    t.ctx.sender.send = usual;
  });

  test("of retailers, stores and keys checks and answers, and creates nothing", async () => {
    const store = { name: "S", address: "1", postcode: "1", city: "C", country: "GB" };
    expect((await rehearse("POST", "/retailers", { name: "N", stores: [store] })).response).toMatchObject({
      name: "N",
    });
    expect((await rehearse("POST", `${retailer}/stores`, store)).stores).toEqual([]);
    expect((await rehearse("PATCH", storeOf(one.id), { name: "New" })).stores).toEqual(ids(one));
    expect((await rehearse("PATCH", retailer, { name: "New" })).response).toMatchObject({ name: "New", version: 2 });
    const { response: key } = await rehearse("POST", "/keys", { name: "k", scopes: ["keys:write"] });
    expect(key).toMatchObject({ name: "k", key: "none: a dry run makes no key" });
    const { response: source } = await rehearse("POST", `${storeOf(one.id)}/inventory`, { provider: "csv-upload" });
    expect(source).toMatchObject({ nextSteps: { uploadKey: "none: a dry run makes no key" } });
    await rehearse("DELETE", `/keys/${t.partner.key.id}`);
    const empty = await t.retailer();
    await rehearse("DELETE", `/retailers/${empty.id}`);
    const { id } = await t.store(empty.id);
    expect((await rehearse("DELETE", `/retailers/${empty.id}/stores/${id}`)).stores).toEqual([id]);
  });

  test("fails as the call would", async () => {
    for (const [method, path, body, status] of [
      ["DELETE", retailer, undefined, 409],
      ["PATCH", `${retailer}/inventory/none`, { hidden: true }, 404],
      ["PATCH", `${retailer}/inventory/${bowl}`, { brand: "alone" }, 422],
      ["POST", "/retailers", { nmae: "x" }, 422],
    ] as const) {
      expect((await send(method, dry(path), body)).status).toBe(status);
    }
    const guarded = await send("PATCH", dry(storeOf(one.id)), { name: "x" }, { "if-match": '"9"' });
    expect(guarded.status).toBe(412);
  });

  test("neither stores nor uses an answer of an Idempotency-Key", async () => {
    const keyed = (path: string) => send("POST", path, { name: "Kept" }, { "idempotency-key": "one" });
    expect((await keyed(dry("/retailers"))).status).toBe(200);
    const real = await keyed("/retailers");
    expect([real.status, real.headers.has("idempotent-replayed")]).toEqual([201, false]);
    expect((await keyed(dry("/retailers"))).json.response.id).not.toBe(real.json.id);
  });

  test("works only for writes, with true or false", async () => {
    expect((await send("GET", dry(retailer))).status).toBe(400);
    for (const value of ["1", "", "TRUE", "true&dryRun=true"]) {
      expect((await send("PATCH", `${retailer}?dryRun=${value}`, { name: "x" })).status).toBe(400);
    }
    for (const name of ["dryrun", "DRYRUN", "dry_run", "dry-run"]) {
      const { status, json } = await send("PATCH", `${retailer}?${name}=true`, { name: "x" });
      expect([status, json.errors[0].pointer, json.detail]).toEqual([
        400,
        `?${name}`,
        expect.stringContaining('"dryRun"'),
      ]);
    }
    expect((await send("PATCH", `${retailer}?dryRun=false`, { name: "Real" })).json).toMatchObject({ name: "Real" });
  });
});

/** Their rows are on several machines of a distributed database, and the whole dry run is one transaction. */
test("a key for several retailers can be tried", async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => t.retailer()));
  const retailerIds = [shop, ...others].map(({ id }) => id);
  const body = { name: "Buyer", scopes: ["inventory:read"], retailerIds };
  expect((await send("POST", "/keys?dryRun=true", body)).status).toBe(200);
  expect((await send("POST", "/keys", body)).status).toBe(201);
});
