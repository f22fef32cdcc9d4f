import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const base = `http://127.0.0.1:${await rest.listen()}`;
const { t } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const inventory = `/retailers/${ids.retailerId}/inventory`;

interface Sent {
  url?: string;
  method?: string;
  key?: string;
  body?: string;
  idempotencyKey?: string;
}

/** Sends a call over a real connection. */
async function send(sent: Sent) {
  const { url = "/v1/retailers", method = "POST", key = t.partner.key.key, body = '{"name":"Once"}' } = sent;
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  if (sent.idempotencyKey !== undefined) headers["idempotency-key"] = sent.idempotencyKey;
  const answer = await fetch(base + url, { method, headers, body });
  const text = await answer.text();
  const json = (): Record<string, unknown> => JSON.parse(text);
  return { status: answer.status, headers: answer.headers, text, json };
}

const named = async (name: string): Promise<number> =>
  (await t.ctx.db.query<{ n: number }>("SELECT count(*) AS n FROM retailer WHERE name = $1", [name]))[0]?.n ?? 0;

test("50 concurrent calls create one retailer, and each returns it or reports that the first call runs", async () => {
  const body = '{"name":"Fifty"}';
  const answers = await Promise.all(Array.from({ length: 50 }, () => send({ body, idempotencyKey: "fifty" })));
  expect(await named("Fifty")).toBe(1);
  const made = answers.filter((answer) => answer.status === 201);
  expect(new Set(made.map((answer) => answer.text)).size).toBe(1);
  expect(made.filter((answer) => !answer.headers.has("idempotent-replayed"))).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect([answer.status, answer.json().code]).toEqual([409, "IdempotencyKeyInUse"]);
  }
});

test("a repeated call, with or without /v1, gets the same status, bytes and Location, and a header for the replay", async () => {
  const first = await send({ idempotencyKey: "again" });
  const again = await send({ idempotencyKey: "again", url: "/retailers" });
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
  expect([first.headers.has("idempotent-replayed"), again.headers.get("idempotent-replayed")]).toEqual([false, "true"]);
  expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
});

test("a repeated PATCH changes nothing", async () => {
  const patch = {
    method: "PATCH",
    url: `/v1/retailers/${shop.id}`,
    body: '{"name":"Renamed"}',
    idempotencyKey: "patch",
  };
  const first = await send(patch);
  await send({ ...patch, body: '{"name":"Later"}', idempotencyKey: "patch 2" });
  expect((await send(patch)).text).toBe(first.text);
  expect(await rest.json("GET", `/retailers/${shop.id}`)).toMatchObject({ name: "Later", version: 3 });
});

test("the same key with another body, query or path is 422, also if that call would fail alone", async () => {
  await send({ idempotencyKey: "taken" });
  const others: Sent[] = [
    { body: '{"name":"Other"}' },
    { url: "/v1/retailers?x=1" },
    { url: `/v1/retailers/${shop.id}/stores` },
    { body: "{}" },
  ];
  for (const other of others) {
    const answer = await send({ ...other, idempotencyKey: "taken" });
    expect([answer.status, answer.json().code]).toEqual([422, "IdempotencyKeyReused"]);
  }
});

test("an error is not stored: the same call runs again and can succeed", async () => {
  const url = `${inventory}/5000000000017`;
  const patch = { method: "PATCH", url, body: '{"hidden":true}', idempotencyKey: "soon" };
  expect((await send(patch)).status).toBe(404);
  await rest.call("PATCH", `/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`, {
    body: [{ barcode: "5000000000017", price: 1, quantity: 9 }],
  });
  expect([(await send(patch)).status, (await send(patch)).headers.get("idempotent-replayed")]).toEqual([200, "true"]);
});

test("a new API key is returned again to its creator, not to a key with other permissions, and is stored sealed", async () => {
  const body = '{"name":"till","scopes":["inventory:write"]}';
  const make = { url: "/v1/keys", body, idempotencyKey: "secret" };
  const first = await send(make);
  expect(first.json().key).toMatch(/^hs_/);
  expect((await send(make)).text).toBe(first.text);
  const other = await rest.json<{ key: string }>("POST", "/keys", {
    body: { name: "other", scopes: ["keys:write", "inventory:write"] },
  });
  const refused = await send({ ...make, key: other.key });
  expect([refused.status, refused.text.includes("hs_")]).toEqual([422, false]);
  const rows = await t.ctx.db.query("SELECT encode(answer, 'escape') AS answer FROM idempotency_key");
  expect(JSON.stringify(rows)).not.toContain(String(first.json().key).slice(-64));
});

test("a key has 1 to 255 characters and works only for POST and PATCH", async () => {
  for (const idempotencyKey of ["", "x".repeat(256)]) {
    const answer = await send({ idempotencyKey });
    expect([answer.status, answer.json().code]).toEqual([400, "MalformedRequest"]);
  }
  expect((await send({ idempotencyKey: "x".repeat(255) })).status).toBe(201);
  const url = `/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;
  for (const quantity of [1, 2]) {
    const feed = { method: "PUT", url, body: `barcode,price,quantity\n1,1,${quantity}\n`, idempotencyKey: "put" };
    const answer = await send(feed);
    expect([answer.status, answer.headers.has("idempotent-replayed")]).toEqual([200, false]);
  }
});

test("enabling webhooks waits for its commit and runs once", async () => {
  const url = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/channels`;
  const parameters = { webhookUrl: "https://shop.example/hook", secret: canary("webhook") };
  const post = { url, body: JSON.stringify({ type: "webhooks", parameters }), idempotencyKey: "hook" };
  const first = await send(post);
  expect(first.status).toBe(201);
  expect((await send(post)).text).toBe(first.text);
  const pings = await t.ctx.db.query("SELECT FROM store_event WHERE retailer_id = $1 AND action = 'webhook.enabled'", [
    ids.retailerId,
  ]);
  expect(pings).toHaveLength(1);
});

test("a test call runs once and holds no connection while it waits for the receiver, and a failed one can run again", async () => {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  const usual = t.ctx.sender.send;
  // The server uses the same sender.
  t.ctx.sender.send = (call) => {
    asked.push(call.url);
    const sent = usual(call);
    return { ...sent, result: gate.promise.then(() => sent.result) };
  };
  const url = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/channels/webhooks/test`;
  const post = { url, body: "", idempotencyKey: "test" };
  const first = send(post);
  await expect.poll(() => asked.length).toBe(1);
  const second = await send(post);
  expect([second.status, second.json().code]).toEqual([409, "IdempotencyKeyInUse"]);
  expect((await send({ ...post, url: "/v1/retailers", body: '{"name":"Other"}' })).status).toBe(422);
  const open = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
  expect(await t.ctx.db.query(open)).toEqual([]);
  gate.resolve();
  const { status, text } = await first;
  expect(status).toBe(200);
  const again = await send(post);
  expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([text, "true"]);
  expect(asked).toHaveLength(1);

  const nowhere = { ...post, url: url.replace(ids.storeId, shop.id), idempotencyKey: "test 2" };
  for (const _ of [1, 2]) expect((await send(nowhere)).status).toBe(404);
  t.ctx.sender.send = usual;
});

test("a quantityDelta needs a key, also in a dry run, and counts once", async () => {
  const url = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;
  const patch = (lines: object[], key?: string, query = "") => {
    const body = JSON.stringify(lines);
    return send({ method: "PATCH", url: url + query, body, ...(key !== undefined && { idempotencyKey: key }) });
  };
  await patch([{ barcode: "tin", price: 1, quantity: 5 }]);
  const sale = [{ barcode: "tin", quantityDelta: -2, expectedQuantity: 5 }];
  for (const query of ["", "?dryRun=true"]) {
    const refused = await patch(sale, undefined, query);
    const errors = [{ pointer: "/0/quantityDelta", code: "IdempotencyKeyRequired" }];
    expect([refused.status, refused.json()]).toEqual([422, expect.objectContaining({ code: "ValidationFailed" })]);
    expect(refused.json()).toMatchObject({ errors });
  }
  const dry = await patch(sale, "sale", "?dryRun=true");
  expect(dry.json()).toMatchObject({ response: { validLines: 1, changedItems: 1 } });
  const first = await patch(sale, "sale");
  expect((await patch(sale, "sale")).text).toBe(first.text);
  const late = (await patch(sale, "late")).json();
  const rejections = `${url.slice(3)}`.replace("/stock", `/ingests/${late.id}/rejections`);
  expect(await rest.json("GET", rejections)).toMatchObject({
    data: [{ line: 1, field: "expectedQuantity", code: "quantity_differs", value: "5", currentQuantity: 3 }],
  });
});
