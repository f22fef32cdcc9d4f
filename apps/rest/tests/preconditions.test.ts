import { randomUUID } from "node:crypto";
import { openDatabase } from "@highstreet/db";
import { activityView } from "@highstreet/db/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, describe, expect, test } from "vitest";
import { buildServer } from "../src/server.ts";
import { PUBLIC_URL, startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const base = `http://127.0.0.1:${await rest.listen()}/v1`;
const { t } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const retailer = `/retailers/${ids.retailerId}`;
const store = `${retailer}/stores/${ids.storeId}`;
const barcode = "5000000000017";
const item = `${store}/inventory/${barcode}`;
const product = `${retailer}/inventory/${barcode}`;

/** Sends a call over a real connection. */
async function send(method: string, path: string, { body, ...headers }: Record<string, unknown> = {}, to = base) {
  const answer = await fetch(to + path, {
    method,
    headers: {
      authorization: `Bearer ${t.partner.key.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(headers as Record<string, string>),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = (): Record<string, unknown> => JSON.parse(text);
  return { status: answer.status, etag: answer.headers.get("etag") ?? "", text, json };
}

const stock = (line: object) => send("PATCH", `${store}/inventory/stock`, { body: [{ barcode, ...line }] });
await stock({ price: 1, quantity: 9 });

async function waiting(): Promise<number> {
  const blocked = `SELECT count(*) AS n FROM ${activityView()} WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await t.ctx.db.query<{ n: number }>(blocked))[0]?.n ?? 0;
}

const failed = { code: "PreconditionFailed" };

/** Starts another service on the same database, as another process. */
async function startPeer(): Promise<string> {
  const { actor: _actor, requestId: _requestId, ...context } = t.ctx;
  // A long wait for a lock, so that the calls of all services wait at one moment.
  const db = openDatabase({ url: t.databaseUrl, connections: 2, timeouts: { lockMs: 10_000 } });
  const app = buildServer({
    context: { ...context, db },
    publicUrl: PUBLIC_URL,
    whyNotReady: async () => undefined,
  });
  afterAll(async () => {
    await app.close();
    await db.close();
  });
  return `${await app.listen({ port: 0, host: "127.0.0.1" })}/v1`;
}
const peers = await Promise.all(Array.from({ length: 6 }, startPeer));

describe("ETag", () => {
  test("is the version of a store or customization, on every answer that shows the record", async () => {
    const made = await send("POST", `${retailer}/stores`, {
      body: { name: "S", address: "1", postcode: "1", city: "C", country: "GB" },
    });
    const path = `${retailer}/stores/${made.json().id}`;
    expect([made.etag, (await send("GET", path)).etag]).toEqual(['"1"', '"1"']);
    expect((await send("PATCH", path, { body: { name: "T" } })).etag).toBe('"2"');
    const posted = await send("POST", `${retailer}/inventory/customizations`, { body: { barcode: "X", hidden: true } });
    const customization = `${retailer}/inventory/customizations/${posted.json().id}`;
    expect([posted.etag, (await send("GET", customization)).etag]).toEqual(['"1"', '"1"']);
  });

  test("of a view begins with the version, and changes with each value of the view", async () => {
    const tags = async () => Promise.all([item, product].map(async (path) => (await send("GET", path)).etag));
    const before = await tags();
    for (const tag of before) expect(tag).toMatch(/^"0\.[\w-]{16}"$/);
    expect(await tags()).toEqual(before);
    await stock({ quantity: 8 });
    const after = await tags();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);

    const shown = await send("GET", retailer);
    expect(shown.etag).toMatch(/^"1\./);
    await t.store(shop.id);
    expect((await send("GET", retailer)).etag).not.toBe(shown.etag);
  });

  test("is weak for records without a version, and changes only with the content", async () => {
    await stock({ quantity: 8 });
    const { data } = (await send("GET", `${store}/inventory/ingests`)).json() as { data: [{ id: string }] };
    const path = `${store}/inventory/ingests/${data[0].id}`;
    const ingest = await send("GET", path);
    expect(ingest.etag).toMatch(/^W\/"[\w-]{16}"$/);
    expect((await send("GET", path)).etag).toBe(ingest.etag);
  });
});

describe("If-None-Match", () => {
  test("is 304 without a body if it has the tag, alone, in a list, as a weak tag, or as *", async () => {
    for (const path of [item, product, store, retailer, `${store}/inventory`]) {
      const { etag } = await send("GET", path);
      const opaque = etag.replace("W/", "");
      for (const header of [etag, `"x", ${etag}`, `"x,y" ,,${opaque}`, `W/${opaque}`, "*"]) {
        const answer = await send("GET", path, { "if-none-match": header });
        expect([path, header, answer.status, answer.text, answer.etag]).toEqual([path, header, 304, "", etag]);
      }
      expect((await send("HEAD", path, { "if-none-match": etag })).status).toBe(304);
    }
  });

  test("is 200 for another tag, an old tag, the version of a view alone, and any other text", async () => {
    const { etag } = await send("GET", item);
    await stock({ price: 2 });
    for (const header of [etag, '"0"', '"x"', "0", '"', "", "*, *", "x".repeat(8_000), " ".repeat(8_000)]) {
      expect([header, (await send("GET", item, { "if-none-match": header })).status]).toEqual([header, 200]);
    }
  });
});

describe("If-Match", () => {
  test("allows a change with the current version, and refuses every other with 412 and no effect", async () => {
    const parameters = { webhookUrl: "https://8.8.8.8/hook", secret: canary("webhook") };
    expect((await send("POST", `${store}/channels`, { body: { type: "webhooks", parameters } })).etag).toMatch(/^"1\./);
    for (const [path, body] of [
      [retailer, { name: "A" }],
      [store, { name: "A" }],
      [item, { hidden: true }],
      [product, { hidden: false }],
      [`${store}/channels/webhooks`, { parameters: { enhancedProductData: true } }],
    ] as const) {
      const { etag } = await send("GET", path);
      const version = Number(/\d+/.exec(etag)?.[0]);
      for (const wrong of [`"${version + 1}"`, `W/${etag}`, '"x"', `"${version}x"`, `"9", "${version + 2}.abc"`]) {
        const answer = await send("PATCH", path, { body, "if-match": wrong });
        expect([path, wrong, answer.status, answer.json()]).toMatchObject([path, wrong, 412, { ...failed, version }]);
      }
      expect((await send("GET", path)).etag).toBe(etag);
      expect((await send("PATCH", path, { body, "if-match": `"9", ${etag}` })).status).toBe(200);
      expect((await send("PATCH", path, { body, "if-match": etag })).status).toBe(412);
      expect((await send("PATCH", path, { body, "if-match": `"${version + 1}"` })).status).toBe(200);
      expect((await send("PATCH", path, { body, "if-match": "*" })).status).toBe(200);
    }
  });

  test("has an error that names the right tag if the sent tag can never match", async () => {
    const detail = async (path: string, tag: string, body: unknown = { name: "A" }) =>
      (await send("PATCH", path, { body, "if-match": tag })).json().detail;
    for (const tag of ['W/"1"', '"x"', 'W/"1", W/"2"']) expect(await detail(retailer, tag)).toContain('such as "3"');
    expect(await detail(retailer, '"999"')).toContain("read it again");
    const line = { barcode: "1", price: 1, quantity: 1 };
    expect(await detail(`${store}/inventory/stock`, '"1"', [line])).toContain("leave If-Match out");
  });

  test("compares only the version: a change of stock in between does not count", async () => {
    const { etag } = await send("GET", item);
    await stock({ quantity: 5 });
    expect((await send("PATCH", item, { body: { hidden: null }, "if-match": etag })).status).toBe(200);
  });

  test("guards DELETE too", async () => {
    const posted = await send("POST", `${retailer}/inventory/customizations`, { body: { barcode: "D", hidden: true } });
    const one = `${retailer}/inventory/customizations/${posted.json().id}`;
    const byBarcode = `${retailer}/inventory/customizations?barcode=D`;
    for (const path of [one, byBarcode]) expect((await send("DELETE", path, { "if-match": '"2"' })).status).toBe(412);
    expect((await send("DELETE", one, { "if-match": posted.etag })).status).toBe(204);
    const other = await t.retailer();
    const { ids: second } = await t.store(other.id);
    for (const path of [`/retailers/${other.id}/stores/${second.storeId}`, `/retailers/${other.id}`]) {
      expect((await send("DELETE", path, { "if-match": '"2"' })).status).toBe(412);
      expect((await send("DELETE", path, { "if-match": '"1"' })).status).toBe(204);
    }
  });

  test("allows one of many changes to the same version, also to a record that does not exist yet", async () => {
    const fresh = "5000000000024";
    await send("PATCH", `${store}/inventory/stock`, { body: [{ barcode: fresh, price: 1, quantity: 9 }] });
    for (const path of [store, retailer, `${store}/inventory/${fresh}`, `${retailer}/inventory/${fresh}`]) {
      const { etag } = await send("GET", path);
      const body = path.includes("inventory") ? { hidden: true } : { name: "Raced" };
      // All calls have read the version and wait for the row when the first one may continue.
      const race = await t.ctx.db.transaction("no shop", async (tx) => {
        await tx.query("SELECT FROM retailer WHERE retailer_id = $1 FOR UPDATE", [ids.retailerId]);
        await tx.query("SELECT FROM store WHERE retailer_id = $1 FOR UPDATE", [ids.retailerId]);
        const sent = peers.map((peer) => send("PATCH", path, { body, "if-match": etag }, peer));
        await expect.poll(waiting).toBe(6);
        return { sent };
      });
      const statuses = (await Promise.all(race.sent)).map((answer) => answer.status);
      expect(statuses.sort()).toEqual([200, 412, 412, 412, 412, 412]);
    }
  });

  test("is checked after a missing resource and a wrong shape, and before rules about stored data", async () => {
    const wrong = { "if-match": '"99"' };
    const code = async (method: string, path: string, body?: object) =>
      (await send(method, path, { ...wrong, ...(body && { body }) })).json().code;
    expect(await code("PATCH", `/retailers/${randomUUID()}`, { name: "A" })).toBe("RetailerNotFound");
    expect(await code("PATCH", `${retailer}/inventory/none`, { hidden: true })).toBe("ProductNotFound");
    expect(await code("DELETE", `${retailer}/inventory/customizations/${randomUUID()}`)).toBe("CustomizationNotFound");
    expect(await code("PATCH", retailer, { nmae: "typo" })).toBe("ValidationFailed");
    expect(await code("PATCH", item, { description: "alone" })).toBe("PreconditionFailed");
    expect(await code("PATCH", item, { channels: ["search"] })).toBe("PreconditionFailed");
    expect(await code("DELETE", retailer)).toBe("PreconditionFailed");
    await send("POST", `${store}/channels`, { body: { type: "search", parameters: { locationId: "1" } } });
    expect(await code("DELETE", store)).toBe("PreconditionFailed");
    expect(await code("PATCH", store, { country: "FR" })).toBe("PreconditionFailed");
    for (const [method, path, body] of [
      ["DELETE", retailer],
      ["DELETE", store],
      ["PATCH", store, { country: "FR" }],
      ["PATCH", item, { description: "alone" }],
    ] as const) {
      const without = (await send(method, path, body && { body })).status;
      expect([method, path, without === 409 || without === 422], "what the state forbids").toEqual([
        method,
        path,
        true,
      ]);
    }
    await t.retailer({ externalId: "taken" });
    expect(await code("PATCH", retailer, { externalId: "taken" })).toBe("PreconditionFailed");
  });

  test("that is no list of tags is 400, and never matches a record without a version", async () => {
    for (const header of ["3", "", '"', "'1'", "*, *", '"1" "2"']) {
      const answer = await send("PATCH", store, { body: { name: "B" }, "if-match": header });
      expect([header, answer.status, answer.json().code]).toEqual([header, 400, "MalformedRequest"]);
    }
    const lines = { body: [{ barcode, price: 3, quantity: 1 }] };
    const path = `${store}/inventory/stock`;
    expect((await send("PATCH", path, { ...lines, "if-match": '"1"' })).status).toBe(412);
    expect((await send("PATCH", path, { ...lines, "if-match": "*" })).status).toBe(200);
  });

  test("is ignored on POST, PUT and GET", async () => {
    expect((await send("GET", store, { "if-match": '"99"' })).status).toBe(200);
    const body = { barcode, hidden: true };
    expect((await send("POST", `${retailer}/inventory/customizations`, { body, "if-match": '"99"' })).status).toBe(200);
  });
});
