import { smallShop, startSquare } from "@highstreet/connectors/fake-square";
import { createCaller } from "@highstreet/router";
import { pullDueConnections } from "@highstreet/router/features/pulls/index.ts";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { ShopSystems } from "../src/shop-systems.ts";

const world = smallShop();
const t = await createTestContext();
const square = await startSquare(world);
const shops = new ShopSystems({ allowLocalWebhooks: true }, square.origin);
afterAll(async () => {
  await shops.close();
  await square.close();
  await t.close();
});

test("a pasted token puts the stock of a location on the shelf, and a token without a right says which one", async () => {
  const caller = createCaller(t.ctx);
  const { ids } = await t.store((await t.retailer()).id);
  const { retailerId } = ids;
  const save = () =>
    caller.connections.save({ retailerId, body: { connector: "square", credential: { accessToken: world.token } } });
  const pull = () => pullDueConnections(t.asSystem(), shops.open);
  await save();
  await caller.inventory.connect({
    ...ids,
    body: { provider: "connection", parameters: { connector: "square", locationId: "HIGH" } },
  });
  await pull();
  expect(await caller.inventory.getItem({ ...ids, barcode: "0012345678905" })).toMatchObject({
    ...{ title: "Green tea", price: 4.5, quantity: 7 },
  });
  expect(await caller.connections.get({ retailerId, connector: "square" })).toMatchObject({
    status: "connected",
    locations: [
      { id: "HIGH", name: "High Street", storeId: ids.storeId },
      { id: "MILL", name: "Mill Road", storeId: null },
    ],
  });
  world.scopes.delete("INVENTORY_READ");
  await save();
  await pull();
  expect(await caller.connections.get({ retailerId, connector: "square" })).toMatchObject({
    status: "invalid",
    warnings: [{ id: "ConnectionFailed", message: expect.stringContaining("The token lacks INVENTORY_READ.") }],
  });
});
