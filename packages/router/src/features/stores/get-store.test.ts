import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { getStore } from "./read-stores.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();

test("returns the store as it was created", async () => {
  const { ids, ...store } = await t.store(retailerId, { links: [{ type: "website", value: "https://shop.example/" }] });
  expect(await getStore(t.ctx, ids)).toEqual(store);
});

test("does not find a missing store or a store of another partner", async () => {
  const { ids } = await t.store(retailerId);
  const missing = getStore(t.ctx, { retailerId, storeId: randomUUID() });
  await expect(missing).rejects.toMatchObject({ code: "StoreNotFound" });
  const { partnerId } = await t.newPartner();
  await expect(getStore(t.asKey({ partnerId }), ids)).rejects.toMatchObject({ code: "RetailerNotFound" });
});
