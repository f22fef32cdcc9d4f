import { randomBytes } from "node:crypto";
import { createCaller } from "@highstreet/router";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { bulkShop } from "@highstreet/router/testing/bulk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { until } from "../shop.ts";
import { kill, killAll, startWorker } from "./processes.ts";

const secretKey = randomBytes(32).toString("base64");
const PRODUCTS = 10_000;

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
  world.setNow(new Date());
});
afterEach(killAll);
afterAll(() => world.close());

test("a bulk edit continues in another worker after each kill, and edits every product once", async () => {
  const { retailerId, edit, operation, hidden, events } = await bulkShop(world, PRODUCTS);
  const before = await events();
  const { id } = await edit({ filter: {}, edit: { hidden: true } });
  const service = { databaseUrl: world.databaseUrl, secretKey };
  for (const part of [0.1, 0.4]) {
    const worker = await startWorker(service);
    await until(async () => (await operation(id)).done > part * PRODUCTS, 60_000);
    await kill(worker);
  }
  expect((await operation(id)).status).toBe("running");
  await startWorker(service);
  await until(async () => (await operation(id)).status !== "running", 60_000);
  expect(await operation(id)).toMatchObject({ status: "done", total: PRODUCTS, done: PRODUCTS });
  expect(await hidden()).toBe(PRODUCTS);
  expect((await events()) - before).toBe(2 * PRODUCTS);
  const [entries] = await world.ctx.db.query(
    "SELECT count(*)::int AS count FROM history_entry WHERE retailer_id = $1 AND operation_id = $2",
    [retailerId, id],
  );
  expect(entries).toEqual({ count: PRODUCTS });
}, 180_000);

test("a rule of a large shop goes on in another worker after each kill, and each item gets one event", async () => {
  const [STORES, ITEMS] = [8, 12_600];
  const caller = createCaller(world.ctx);
  const { id: retailerId } = await world.retailer();
  const lines = Array.from({ length: ITEMS }, (_, n) => `item-${n},1.00,5\n`).join("");
  async function* feed(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`barcode,price,quantity\n${lines}`);
  }
  for (let n = 0; n < STORES; n++)
    await caller.inventory.putStock({ ...(await world.store(retailerId)).ids, mode: "update", feed: feed() });
  const body = { name: "Hide under £2", when: { all: [{ price: { under: 2 } }] }, effect: { hidden: true } };
  const { plan } = await caller.rules.create({ retailerId, onlyPlan: true, body } as never);
  const { id: ruleId } = await caller.rules.create({ retailerId, body: { ...body, preview: plan?.preview } } as never);
  const follows = async () => (await caller.rules.get({ retailerId, ruleId })).follows;
  const counts = async () => {
    const [row] = await world.ctx.db.query(
      `SELECT count(*)::int AS events, count(DISTINCT (store_id, subject))::int AS items FROM store_event
       WHERE retailer_id = $1 AND action = 'inventory.update' AND data::jsonb->>'status' = 'out_of_stock'`,
      [retailerId],
    );
    return row;
  };
  expect(await follows()).toEqual({ stores: 0, of: STORES });
  const service = { databaseUrl: world.databaseUrl, secretKey };
  for (const stores of [1, 4]) {
    const worker = await startWorker(service);
    await until(async () => ((await follows())?.stores ?? 0) >= stores, 60_000);
    await kill(worker);
  }
  expect(await follows()).toMatchObject({ of: STORES });
  await startWorker(service);
  await until(async () => (await follows()) === null, 60_000);
  expect(await counts()).toEqual({ events: STORES * ITEMS, items: STORES * ITEMS });
}, 180_000);
