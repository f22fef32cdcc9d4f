import { randomBytes } from "node:crypto";
import { createCaller, createVault } from "@highstreet/router";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { file, STOCK, startFeedServer } from "../feed-server.ts";
import { until } from "../shop.ts";
import { kill, killAll, startWorker } from "./processes.ts";

const secretKey = randomBytes(32).toString("base64");

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext({ settings: { allowLocalWebhooks: true } });
  // The processes have no other clock than the machine's.
  world.setNow(new Date());
});
afterEach(killAll);
afterAll(() => world.close());

test("a worker that is killed during a fetch changes no stock, and another worker takes in the file once", async () => {
  const server = await startFeedServer();
  const { ids } = await world.store((await world.retailer()).id);
  const caller = createCaller({ ...world.ctx, vault: createVault(secretKey) });
  const page = { page: { size: 100 } };
  const ingests = async () => (await caller.inventory.listIngests({ ...ids, ...page })).data;
  const service = { databaseUrl: world.databaseUrl, secretKey };
  const half = STOCK.slice(0, STOCK.length / 2);
  server.answerWith((_, response) => response.writeHead(200, { "content-length": String(STOCK.length) }).write(half));
  const parameters = { url: server.url, intervalMinutes: 60, authorization: "Basic dTpw" };
  await caller.inventory.connect({ ...ids, body: { provider: "http-pull", parameters } });

  const first = await startWorker(service);
  await until(() => server.asked.length === 1);
  await kill(first);
  expect(await ingests()).toEqual([]);
  expect((await caller.inventory.listItems({ ...ids, ...page })).data).toEqual([]);

  server.answerWith(file(STOCK));
  // As when the dead worker's claim has run out.
  await world.ctx.db.query(
    "UPDATE inventory_source SET next_pull_at = now() WHERE retailer_id = $1 AND store_id = $2",
    [ids.retailerId, ids.storeId],
  );
  await startWorker(service);
  await until(async () => (await ingests()).length > 0, 120_000);
  await until(async () => (await caller.inventory.getSource(ids)).status === "connected");
  expect(await ingests()).toMatchObject([{ status: "applied", numberOfLines: 2, validLines: 2, newItems: 2 }]);
  expect(server.asked.map(({ authorization }) => authorization)).toEqual(["Basic dTpw", "Basic dTpw"]);
  await server.close();
}, 200_000);
