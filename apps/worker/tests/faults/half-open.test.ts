import { randomBytes } from "node:crypto";
import { startProxy } from "@highstreet/db/testing";
import { createCaller, createVault } from "@highstreet/router";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openShop, SECRET, type Shop, until } from "../shop.ts";
import { killAll, startWorker } from "./processes.ts";

const secretKey = randomBytes(32).toString("base64");

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  shop.test.setNow(new Date());
});
afterEach(async () => {
  await killAll();
  await shop.clear();
});
afterAll(() => shop.test.close());

it("after its connections to PostgreSQL hang, a worker opens new ones and delivers", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  const caller = createCaller({ ...shop.test.ctx, vault: createVault(secretKey) });
  const parameters = { webhookUrl: receiver.url, secret: SECRET };
  await caller.channels.enable({ ...store.ids, body: { type: "webhook", parameters } });
  const proxy = await startProxy(shop.test.databaseUrl);
  await startWorker({ databaseUrl: proxy.url, secretKey });
  await store.stock({ "101": 1 });
  await until(() => receiver.callsAbout("101").length);
  proxy.cut();
  const cutAt = performance.now();
  await store.stock({ "102": 1 });
  // A statement on a dead connection fails after 40 seconds, and idle connections end after a minute.
  await until(() => receiver.callsAbout("102").length, 150_000);
  console.log(`delivered ${Math.round(performance.now() - cutAt)} ms after the cut`);
  expect(receiver.faults).toEqual([]);
  await proxy.close();
});
