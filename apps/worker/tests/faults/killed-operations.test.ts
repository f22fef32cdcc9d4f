import { randomBytes } from "node:crypto";
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
