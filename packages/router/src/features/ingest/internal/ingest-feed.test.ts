import { type Database, openDatabase } from "@highstreet/db";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../../router.ts";
import type { Ingest } from "../ingest.schema.ts";

const PROCESSES = 4;
const ITEMS = 300;

let world: TestContext;
/** Each has its own connections, queues and limits, as a process has. */
let databases: Database[];
let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  world = await createTestContext();
  // The order of the calls counts here, not how long a busy machine lets the last one wait.
  const timeouts = { waitMs: 120_000 };
  databases = Array.from({ length: PROCESSES }, () =>
    openDatabase({ url: world.databaseUrl, connections: 3, timeouts }),
  );
});
afterAll(async () => {
  await Promise.all(databases.map((db) => db.close()));
  await world.close();
});
beforeEach(async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
});

/** The n-th process. */
const process = (n: number) => createCaller({ ...world.ctx, db: databases[n % PROCESSES] as Database }).inventory;
const barcodes = Array.from({ length: ITEMS }, (_, n) => `item-${n}`);

async function* bytes(pence: number) {
  yield Buffer.from(
    `barcode,price,quantity\n${barcodes.map((one) => `${one},${(pence / 100).toFixed(2)},9`).join("\n")}`,
  );
}
const put = (n: number, pence: number): Promise<Ingest> =>
  process(n).putStock({ ...ids, mode: "update", feed: bytes(pence) });
const events = () =>
  world.ctx.db.query<{ subject: string; data: string }>(
    `SELECT subject, data FROM store_event
     WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update' ORDER BY sequence`,
    [ids.retailerId, ids.storeId],
  );

test("eight concurrent calls with the same feed make one set of events", async () => {
  for (const pence of [100, 250]) {
    const before = (await events()).length;
    const ingests = await Promise.all(Array.from({ length: 8 }, (_, n) => put(n, pence)));
    expect(ingests.map(({ status }) => status).toSorted()).toEqual(["applied", ...Array(7).fill("unchanged")]);
    expect(ingests.map(({ changedItems, newItems }) => changedItems + newItems).toSorted((a, b) => a - b)).toEqual([
      ...[0, 0, 0, 0, 0, 0, 0, ITEMS],
    ]);
    expect((await events()).length - before).toBe(ITEMS);
  }
});

test("concurrent feeds and tills of several processes leave the same stock as one after the other", async () => {
  await put(0, 100);
  const feedPrices = new Map<string, Map<string, number>>();
  const note = (ingest: Ingest, prices: [string, number][]) => feedPrices.set(ingest.id, new Map(prices));
  await Promise.all([
    ...Array.from({ length: 8 }, async (_, n) => {
      const pence = 200 + n;
      note(
        await put(n, pence),
        barcodes.map((barcode) => [barcode, pence]),
      );
    }),
    ...Array.from({ length: 24 }, async (_, n) => {
      const barcode = barcodes[(n * 7) % 12] ?? "";
      const pence = 1_000 + n;
      const ingest = await process(n).patchStock({ ...ids, body: [{ barcode, price: pence / 100 }] });
      note(ingest, [[barcode, pence]]);
    }),
  ]);
  // Each feed changed something, so the stock versions show the order of the feeds.
  const order = await world.ctx.db.query<{ id: string }>(
    `SELECT ingest_id AS id FROM ingest WHERE retailer_id = $1 AND store_id = $2 ORDER BY stock_version`,
    [ids.retailerId, ids.storeId],
  );
  const prices = new Map(barcodes.map((barcode) => [barcode, 100]));
  const expected = new Map(barcodes.map((barcode) => [barcode, [100]]));
  for (const { id } of order) {
    for (const [barcode, pence] of feedPrices.get(id) ?? []) {
      if (prices.get(barcode) === pence) continue;
      prices.set(barcode, pence);
      expected.get(barcode)?.push(pence);
    }
  }
  const items = await world.ctx.db.query<{ barcode: string; pence: number }>(
    "SELECT barcode, (price * 100)::int AS pence FROM stock_item WHERE retailer_id = $1 AND store_id = $2",
    [ids.retailerId, ids.storeId],
  );
  expect(new Map(items.map(({ barcode, pence }) => [barcode, pence]))).toEqual(prices);
  const heard = new Map<string, number[]>();
  for (const { subject, data } of await events()) {
    heard.set(subject, [...(heard.get(subject) ?? []), Math.round(JSON.parse(data).price * 100)]);
  }
  expect(heard).toEqual(expected);
});

test("ten concurrent large feeds of ten stores all succeed, and tills of these stores are served at the same time", async () => {
  const stores = await Promise.all(
    Array.from({ length: 10 }, async () => (await world.store((await world.retailer()).id)).ids),
  );
  const lines = Array.from({ length: 20_000 }, (_, n) => `${5_000_000_000_000 + n},1.00,5,${"x".repeat(200)}`);
  async function* large() {
    yield Buffer.from(`barcode,price,quantity,note\n${lines.join("\n")}`);
  }
  const { inventory } = createCaller({ ...world.ctx, db: databases[0] as Database });
  const ingests = await Promise.all(
    stores.flatMap((store) => [
      inventory.putStock({ ...store, mode: "update", feed: large() }),
      ...Array.from({ length: 3 }, (_, n) =>
        inventory.patchStock({ ...store, body: [{ barcode: `till-${n}`, price: 1, quantity: 1 }] }),
      ),
    ]),
  );
  expect(ingests.every(({ status }) => status === "applied")).toBe(true);
  for (const store of stores) {
    const [row] = await world.ctx.db.query<{ items: number; inStock: number }>(
      `SELECT (SELECT count(*) FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = $2) AS items,
              (SELECT in_stock_count FROM store s WHERE s.retailer_id = $1 AND s.store_id = $2) AS "inStock"`,
      [store.retailerId, store.storeId],
    );
    expect(row).toEqual({ items: 20_003, inStock: 20_003 });
  }
});
