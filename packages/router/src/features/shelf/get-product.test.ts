import { recording } from "@highstreet/db/testing";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext({ settings: { allowLocalWebhooks: true } });
});
afterAll(() => world.close());

test("each reason names the call that changes it: following the fixes one by one makes the product visible", async () => {
  const caller = createCaller(world.ctx);
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const parameters = { webhookUrl: "http://127.0.0.1:9/hook", secret: canary("webhook") };
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "a/b", price: 1, quantity: 5 }] });
  await caller.customizations.edit({ retailerId, barcode: "a/b", body: { hidden: true } });
  await caller.customizations.edit({ ...ids, barcode: "a/b", body: { channels: [] } });

  const webhooks = async () =>
    (await caller.inventory.getItem({ ...ids, barcode: "a/b" })).visibility.find(
      ({ channel }) => channel === "webhooks",
    );
  const base = `/v1/retailers/${retailerId}`;
  expect(await webhooks()).toMatchObject({
    visible: false,
    reasons: [
      {
        code: "ChannelNotEnabled",
        fix: { method: "POST", path: `${base}/stores/${ids.storeId}/channels`, body: { type: "webhooks" } },
      },
      { code: "Hidden", fix: { method: "PATCH", path: `${base}/inventory/a%2Fb`, body: { hidden: false } } },
      {
        code: "NotInChannels",
        fix: {
          method: "PATCH",
          path: `${base}/stores/${ids.storeId}/inventory/a%2Fb`,
          body: { channels: ["webhooks"] },
        },
      },
    ],
  });

  await caller.channels.enable({ ...ids, body: { type: "webhooks", parameters } });
  await caller.customizations.edit({ retailerId, barcode: "a/b", body: { hidden: false } });
  await caller.customizations.edit({ ...ids, barcode: "a/b", body: { channels: ["webhooks"] } });
  expect(await webhooks()).toMatchObject({ visible: false, reasons: [{ code: "ChannelPending" }] });
  await world.ctx.db.query("UPDATE channel SET status = 'connected' WHERE retailer_id = $1 AND channel = 'webhooks'", [
    retailerId,
  ]);
  expect(await webhooks()).toMatchObject({ visible: true, reasons: [{ code: "Shown", fix: null }] });
});

test("a retailer's view has the shared fields once, with the edit for all stores, and each store's own state", async () => {
  const caller = createCaller(world.ctx);
  const { id: retailerId } = await world.retailer();
  const [north, south] = [(await world.store(retailerId)).ids, (await world.store(retailerId, { country: "FR" })).ids];
  await caller.inventory.patchStock({ ...north, body: [{ barcode: "5000000000001", price: 1, quantity: 5 }] });
  await caller.inventory.patchStock({ ...south, body: [{ barcode: "05000000000001", price: 2.5, quantity: 1 }] });
  const custom = { title: "Mug", description: "Big", brand: "Acme", image: ["https://x.example/a.png"] };
  await caller.customizations.edit({ retailerId, barcode: "5000000000001", body: custom });
  await caller.customizations.edit({
    ...north,
    barcode: "5000000000001",
    body: { ...custom, title: "North mug", hidden: true },
  });
  const product = await caller.inventory.getProduct({ retailerId, barcode: "005000000000001" });
  expect(product).toMatchObject({ barcode: "05000000000001", title: "Mug", brand: "Acme", images: custom.image });
  expect(product.stores).toMatchObject([
    { storeId: north.storeId, price: 1, currency: "GBP", status: "in_stock", hidden: true },
    { storeId: south.storeId, price: 2.5, currency: "EUR", status: "low_stock", hidden: false },
  ]);
  await expect(caller.inventory.getProduct({ retailerId, barcode: "other" })).rejects.toMatchObject({
    cause: { code: "ProductNotFound" },
  });
});

test("a product in many stores shows the first 100 with the number of all, and reads no more than these", async () => {
  const caller = createCaller(world.ctx);
  const { id: retailerId } = await world.retailer();
  const first = (await world.store(retailerId)).ids;
  await caller.inventory.patchStock({ ...first, body: [{ barcode: "mug", price: 1, quantity: 5 }] });
  const custom = { title: "Mug", description: "d".repeat(5_000), brand: "Acme", image: ["https://x.example/a.png"] };
  await caller.customizations.edit({ retailerId, barcode: "mug", body: custom });
  await world.ctx.db.query(
    `WITH added AS (
       INSERT INTO store (retailer_id, store_id, name, address, postcode, city, country, currency, timezone, widget_token)
       SELECT $1, ('ffffffff-ffff-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'S' || n, 'a', 'p', 'c', 'GB', 'GBP', 'UTC', 'w' || n
       FROM generate_series(1, 149) n RETURNING store_id
     )
     INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, created_at, updated_at)
     SELECT $1, store_id, 'mug', 'mug', 'in_stock', 5, 1, 'GBP', 'new', $2, $2 FROM added`,
    [retailerId, world.ctx.now()],
  );
  const read = () => caller.inventory.getProduct({ retailerId, barcode: "mug" });
  const [product, sent] = await recording(world.ctx.db.pool).during(read);
  expect(product.stores).toHaveLength(100);
  expect(product.stores[0]).toMatchObject({ storeId: first.storeId });
  expect(product).toMatchObject({ storesTotal: 150, links: { stores: `/retailers/${retailerId}/stores` } });
  // Each value comes from the answer of one statement: the shared texts are read once, and not once per store.
  const perStore = sent.filter(({ values }) => values.some((value) => Array.isArray(value) && value.length === 100));
  expect(perStore).toHaveLength(1);
  for (const { text, values } of perStore) {
    const rows = await world.ctx.db.query(text, values);
    expect(rows).toHaveLength(100);
    expect(JSON.stringify(rows)).not.toContain("ddd");
  }
});
