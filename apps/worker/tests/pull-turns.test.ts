import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Database, openDatabase } from "@highstreet/db";
import { type Context, createCaller } from "@highstreet/router";
import { pullDueSources } from "@highstreet/router/features/pulls/index.ts";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FeedFetcher } from "../src/feed-fetcher.ts";
import { STOCK } from "./feed-server.ts";

/** Number of jobs that fetch files, as in the workers. */
const JOBS = 8;
const MINUTE = 60_000;

let world: TestContext;
let other: Database;
/**
 * A server of many shops that answers a path's file only when the test lets it, and drips until then. It takes nothing but
 * `GET` of `/<shop>/<n>.csv`, each path once at a time.
 */
async function startDrippingServer() {
  const open = new Map<string, ServerResponse>();
  /** Paths in the order of their requests. */
  const asked: string[] = [];
  const wrong: string[] = [];
  /** Maximum number of concurrent requests for files of each shop. */
  const most = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const shop = /^\/([a-z]+)\/[0-9]+\.csv$/.exec(path)?.[1];
    if (request.method !== "GET" || shop === undefined || open.has(path)) wrong.push(`${request.method} ${path}`);
    asked.push(path);
    open.set(path, response);
    const ofShop = [...open.keys()].filter((one) => one.startsWith(`/${shop}/`)).length;
    most.set(shop ?? "", Math.max(most.get(shop ?? "") ?? 0, ofShop));
    response.on("close", () => open.delete(path));
    response.writeHead(200).write("b");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    wrong,
    most,
    open,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    finish: (path: string) => open.get(path)?.end(STOCK.slice(1)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

let server: Awaited<ReturnType<typeof startDrippingServer>>;
let fetcher: FeedFetcher;
let running: Promise<unknown>[] = [];
beforeEach(async () => {
  world = await createTestContext({ settings: { allowLocalWebhooks: true } });
  other = openDatabase({ url: world.databaseUrl });
  server = await startDrippingServer();
  fetcher = new FeedFetcher({ allowLocalWebhooks: true });
});
afterEach(async () => {
  fetcher.close();
  await Promise.allSettled(running);
  running = [];
  await server.close();
  await other.close();
  await world.close();
});

/** Runs the fetch jobs of two workers with separate connections. */
function work(): void {
  const system = world.asSystem();
  const workers = [system, { ...system, db: other }];
  for (let n = 0; n < JOBS; n++) {
    const ctx = workers[n % workers.length] ?? system;
    running.push(pullDueSources(ctx, fetcher.fetch));
  }
}

async function newPartner(): Promise<Context> {
  const { partnerId, key } = await world.newPartner();
  return world.asKey({ partnerId, keyId: key.id });
}

/** Connects sources of one retailer, each with its own file. */
async function connect(as: Context, shop: string, count: number): Promise<{ retailerId: string; storeId: string }[]> {
  const { id } = await world.retailer({}, as);
  const stores = [];
  for (let n = 1; n <= count; n++) {
    const { ids } = await world.store(id, {}, as);
    const parameters = { url: server.url(`/${shop}/${n}.csv`), intervalMinutes: 60 };
    await createCaller(as).inventory.connect({ ...ids, body: { provider: "http-pull", parameters } });
    stores.push(ids);
    world.advance(1_000);
  }
  return stores;
}

test("24 slow files of one partner do not delay another partner's file in any worker", async () => {
  const [dripping, honest] = [await newPartner(), await newPartner()];
  await connect(dripping, "drip", 24);
  const [store] = await connect(honest, "honest", 1);
  if (!store) throw new Error("no store");
  work();
  await expect.poll(() => server.asked).toContain("/honest/1.csv");
  expect(server.asked.slice(0, 3)).toContain("/honest/1.csv");
  server.finish("/honest/1.csv");
  await expect.poll(async () => (await createCaller(honest).inventory.getSource(store)).status).toBe("connected");
  expect([...server.open.keys()].toSorted()).toEqual(["/drip/1.csv", "/drip/2.csv"]);
  expect([server.most.get("drip"), server.wrong]).toEqual([2, []]);
});

test("the next fetch is the longest due file of the partner with the oldest last fetch", async () => {
  const partners = [await newPartner(), await newPartner(), await newPartner()];
  const shops = ["one", "two", "three"];
  for (const [index, as] of partners.entries()) await connect(as, shops[index] ?? "", 3);
  const only = pullDueSources(world.asSystem(), fetcher.fetch);
  running.push(only);
  for (let fetches = 1; fetches <= 9; fetches++) {
    await expect.poll(() => server.asked.length).toBe(fetches);
    server.finish(server.asked.at(-1) ?? "");
  }
  expect(await only).toBe(9);
  const rounds = [1, 2, 3].map((n) => server.asked.slice(3 * n - 3, 3 * n));
  const order = rounds[0]?.map((path) => path.split("/")[1]);
  expect(order?.toSorted()).toEqual(shops.toSorted());
  expect(rounds).toEqual([1, 2, 3].map((n) => order?.map((shop) => `/${shop}/${n}.csv`)));
});

test("a partner gets no third fetch by connecting its sources again during slow fetches", async () => {
  const as = await newPartner();
  const stores = await connect(as, "drip", 2);
  work();
  await expect.poll(() => server.open.size).toBe(2);
  for (const [index, ids] of stores.entries()) {
    const parameters = { url: server.url(`/drip/${index + 11}.csv`), intervalMinutes: 60 };
    await createCaller(as).inventory.connect({ ...ids, body: { provider: "http-pull", parameters } });
  }
  world.advance(1_000);
  expect(await pullDueSources(world.asSystem(), fetcher.fetch)).toBe(0);
  expect(server.asked).toHaveLength(2);
  server.finish("/drip/1.csv");
  await expect.poll(() => server.asked).toContain("/drip/11.csv");
  expect(server.most.get("drip")).toBe(2);
});

test("a slot of a dead worker is free when its claim has expired", async () => {
  const as = await newPartner();
  await connect(as, "dead", 3);
  world.advance(1_000);
  work();
  await expect.poll(() => server.open.size).toBe(2);
  const before = server.asked.length;
  expect(await pullDueSources(world.asSystem(), fetcher.fetch)).toBe(0);
  world.advance(15 * MINUTE);
  running.push(pullDueSources(world.asSystem(), fetcher.fetch));
  await expect.poll(() => server.asked.length).toBe(before + 1);
  expect(server.asked.at(-1)).toBe("/dead/3.csv");
});
