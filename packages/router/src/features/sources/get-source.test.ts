import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("the source of a store is pending before its first ingest, and connected afterwards", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  expect(await caller.inventory.getSource(ids)).toEqual({
    ...{ status: "pending", provider: null, latestIngest: null, warnings: [], parameters: {} },
    ...{ lastHeardAt: null, nextFetchAt: null, version: 0 },
  });
  const now = t.ctx.now().toISOString();
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 1, quantity: 5 }] });
  expect(await caller.inventory.getSource(ids)).toMatchObject({
    ...{ status: "connected", provider: { id: "api" }, lastHeardAt: now },
    latestIngest: { createdAt: now, numberOfLines: 1, validLines: 1, inStockValidLines: 1 },
  });
});

test("the source of another partner's store is not found", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const stranger = await t.newPartner();
  const call = createCaller(t.asKey({ partnerId: stranger.partnerId })).inventory.getSource(ids);
  await expect(call).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
});
