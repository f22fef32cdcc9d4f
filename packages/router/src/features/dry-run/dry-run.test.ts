import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { dryRun } from "./index.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("a dry run returns the response and the effects of a call, and changes nothing", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 1, quantity: 5 }] });
  const before = await caller.events.list({ ...ids, page: { size: 100 } });
  const { response, affected } = await dryRun(t.ctx, { retailerId }, (inside) =>
    createCaller(inside).customizations.edit({ retailerId, barcode: "mug", body: { hidden: true } }),
  );
  expect(response).toMatchObject({ barcode: "mug", hidden: true });
  expect(affected).toMatchObject({ stores: [ids.storeId], counts: { stores: 1, events: 1 }, truncated: false });
  expect(await caller.inventory.getItem({ ...ids, barcode: "mug" })).toMatchObject({ hidden: false });
  expect(await caller.events.list({ ...ids, page: { size: 100 } })).toEqual(before);
});

test("a dry run of texts for search names the stores and no event", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 1, quantity: 5 }] });
  const { response, affected } = await dryRun(t.ctx, { retailerId }, (inside) =>
    createCaller(inside).customizations.edit({
      retailerId,
      barcode: "mug",
      body: { for: { search: { title: "Tea" } } },
    }),
  );
  expect(response).toMatchObject({ for: { search: { title: "Tea" } } });
  expect(affected).toMatchObject({ stores: [ids.storeId], counts: { stores: 1, events: 0 } });
  expect(await caller.customizations.list({ retailerId, page: {} })).toMatchObject({ data: [] });
});

test("a dry run throws the error of its call", async () => {
  const { id: retailerId } = await t.retailer();
  const run = dryRun(t.ctx, { retailerId }, (inside) =>
    createCaller(inside).customizations.edit({ retailerId, barcode: "none", body: { hidden: true } }),
  );
  await expect(run).rejects.toMatchObject({ cause: { code: "ProductNotFound" } });
});
