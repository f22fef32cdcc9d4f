import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, afterEach, expect, test } from "vitest";
import { startRest } from "../../../apps/rest/tests/start-rest.ts";
import { verifyWebhook, type WebhookEvent } from "../src/index.ts";

const rest = await startRest();
const url = `http://127.0.0.1:${await rest.listen()}`;
const { t, json } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const stock = `/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;
const patch = (...lines: object[]) => json("PATCH", stock, { body: lines });
const reader = await json<{ key: string }>("POST", "/keys", {
  body: { name: "Laptop", scopes: ["channels:read", "retailers:read"] },
});

interface Received {
  event: WebhookEvent;
  body: string;
  headers: IncomingMessage["headers"];
}

let received: Received[] = [];
let secret = canary("webhook");
/** The statuses of the next answers; then 204. */
let answers: number[] = [];
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString();
  // The program signs with its own clock.
  const event = await verifyWebhook(body, request.headers, secret).catch(() => undefined);
  if (event) received.push({ event, body, headers: request.headers });
  response.writeHead(event ? (answers.shift() ?? 204) : 400).end();
}
const receiver = createServer((request, response) => void receive(request, response));
await once(receiver.listen(0, "127.0.0.1"), "listening");
const forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  [received, answers] = [[], []];
});
afterAll(async () => {
  receiver.close();
  await rest.close();
});

function start(...args: string[]) {
  const program = join(import.meta.dirname, "../src/listen.ts");
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, HIGHSTREET_URL: url } });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
    secret = /Secret: (\S+)/.exec(said.out)?.[1] ?? secret;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  return { said, ended: once(child, "close").then(([code]) => code as number) };
}

const listen = (...more: string[]) => start("listen", "--key", reader.key, "--forward", forward, ...more);
const WAIT = { timeout: 60_000, interval: 50 };
const barcodes = () =>
  received.flatMap(({ event }) => (event.action === "inventory.update" ? [event.data.barcode] : []));

test("events arrive from now on, in order, signed, and with the bytes of a webhook", { timeout: 120_000 }, async () => {
  await patch({ barcode: "before", price: 1, quantity: 9 });
  secret = canary("webhook");
  const { said } = listen("--secret", secret);
  await expect.poll(() => received.map(({ event }) => event.action), WAIT).toEqual(["webhook.enabled"]);
  const lines = Array.from({ length: 20 }, (_, n) => ({ barcode: `n${n}`, price: 44.9, quantity: 9 }));
  await patch(...lines);
  await expect.poll(barcodes, WAIT).toHaveLength(20);
  expect(barcodes().sort()).toEqual(lines.map(({ barcode }) => barcode).sort());
  const sequences = received.map(({ headers }) => Number(headers["x-webhook-sequence"]));
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  const { body, headers } = received.at(-1) as Received;
  expect(body).toContain('"price":44.90,');
  expect(headers).toMatchObject({
    "webhook-id": `evt_${ids.storeId}_${headers["x-webhook-sequence"]}`,
    "x-webhook-signature": expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await expect.poll(() => said.out, WAIT).toMatch(/inventory\.update n9 {2}204 {2}\d+ ms/);
  expect([said.out.includes("Warning"), said.err]).toEqual([false, ""]);
});

test("a failed call is repeated, and the next event waits for it", { timeout: 120_000 }, async () => {
  secret = canary("webhook");
  const { said } = listen("--secret", secret, "--actions", "inventory.update");
  await expect.poll(() => received.length, WAIT).toBe(1);
  answers = [500];
  await patch({ barcode: "first", price: 1, quantity: 9 }, { barcode: "second", price: 1, quantity: 9 });
  await expect.poll(barcodes, WAIT).toEqual(["first", "first", "second"]);
  const [, one, two] = received;
  expect(two?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
  expect(said.out).toContain("500");
});

test("a sequence that is no longer kept leads to the next event", { timeout: 120_000 }, async () => {
  secret = canary("webhook");
  const store = await t.store(shop.id);
  const path = `/retailers/${shop.id}/stores/${store.id}/inventory/stock`;
  await json("PATCH", path, { body: [{ barcode: "old", price: 1, quantity: 9 }] });
  const where = { retailerId: shop.id, storeId: store.id };
  const { prisma } = t.ctx.db;
  const { _max: last } = await prisma.storeEvent.aggregate({ where, _max: { sequence: true } });
  await prisma.storeEvent.deleteMany({ where });
  const retailerId_id = { retailerId: shop.id, id: store.id };
  await prisma.store.update({ where: { retailerId_id }, data: { logFloor: Number(last.sequence) } });
  const { said } = listen("--secret", secret, "--retailer", shop.id, "--store", store.id, "--since", "0");
  await expect.poll(() => said.out, WAIT).toContain("goes on with the next event");
  await json("PATCH", path, { body: [{ barcode: "new", price: 1, quantity: 9 }] });
  await expect.poll(barcodes, WAIT).toEqual(["new"]);
});

test("a key that can write is warned of, and writes nothing", { timeout: 120_000 }, async () => {
  const before = await json("GET", `/retailers/${shop.id}/history`);
  const { said } = start("listen", "--key", t.partner.key.key, "--forward", forward);
  await expect
    .poll(() => said.out, WAIT)
    .toMatch(/Warning: .*retailers:write, inventory:write, channels:write, keys:write/);
  await expect.poll(() => received.length, WAIT).toBeGreaterThan(0);
  expect(await json("GET", `/retailers/${shop.id}/history`)).toEqual(before);
});

test("wrong use, a wrong key and too many stores end with a reason", { timeout: 120_000 }, async () => {
  const reasonOf = async ({ said, ended }: ReturnType<typeof start>) => [await ended, said.err];
  expect(await reasonOf(start("listen", "--key", reader.key))).toEqual([
    1,
    expect.stringContaining("\n\nMissing or wrong: --forward\n"),
  ]);
  expect(await reasonOf(listen("--unknown"))).toEqual([1, expect.stringContaining("--unknown")]);
  expect(await reasonOf(listen("--store", ids.storeId))).toEqual([1, "--store needs --retailer.\n"]);
  const wrongKey = start("listen", "--key", "hs_none", "--forward", forward);
  expect(await reasonOf(wrongKey)).toEqual([1, expect.stringContaining("Unauthorized")]);
  const wrong = listen("--retailer", shop.id, "--store", "none");
  expect(await reasonOf(wrong)).toEqual([1, expect.stringContaining("StoreNotFound")]);
  const chain = await t.retailer();
  for (let n = 0; n < 26; n++) await t.store(chain.id);
  expect(await reasonOf(listen("--retailer", chain.id))).toEqual([1, expect.stringContaining("more than 25 stores")]);
});
