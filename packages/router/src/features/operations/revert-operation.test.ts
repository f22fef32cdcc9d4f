import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const barcodes = ["5000000000001", "5000000000002", "mug"];

async function shop() {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const { ids: other } = await t.store(retailerId);
  const body = barcodes.map((barcode) => ({ barcode, price: 1, quantity: 5 }));
  await caller.inventory.patchStock({ ...ids, body });
  await caller.inventory.patchStock({ ...other, body });
  const batch = (edits: object[]) => caller.customizations.postBatch({ retailerId, body: edits as never });
  const lastOperation = async () => {
    const { data } = await caller.history.list({ retailerId, page: { size: 1 } });
    return data[0]?.operationId ?? "";
  };
  const hidden = async (at = ids) => {
    const { data } = await caller.inventory.listItems({ ...at, page: { size: 100 } });
    return data.filter((item) => item.hidden).map(({ barcode }) => barcode);
  };
  const revert = (operationId: string) => caller.operations.revert({ retailerId, operationId });
  return { retailerId, ids, other, batch, lastOperation, hidden, revert };
}

test("the entries of one request share an operation, and revert takes all of them back", async () => {
  const { retailerId, ids, other, batch, lastOperation, hidden, revert } = await shop();
  await batch([{ barcode: "mug", storeId: ids.storeId, hidden: false, channels: [] }]);
  const before = await caller.customizations.list({ retailerId, page: { size: 100 } });
  await batch(barcodes.map((barcode) => ({ barcode, hidden: true })));
  const operationId = await lastOperation();
  const { data: entries } = await caller.history.list({ retailerId, operationId, page: { size: 100 } });
  // Three edits for all stores, and the cleared edit of one store.
  expect(entries).toHaveLength(4);
  expect(await hidden(other)).toHaveLength(3);

  const operation = await revert(operationId);
  expect(operation).toMatchObject({ kind: "revert", status: "done", total: 3, done: 3, reverts: operationId });
  expect(await hidden()).toEqual([]);
  expect(await hidden(other)).toEqual([]);
  const after = await caller.customizations.list({ retailerId, page: { size: 100 } });
  expect(after).toMatchObject({ data: [{ barcode: "mug", hidden: false, channels: [] }] });
  expect((after as { data: unknown[] }).data).toHaveLength((before as { data: unknown[] }).data.length);
  expect(await caller.operations.get({ retailerId, operationId: operation.id })).toEqual(operation);
});

test("the revert of an operation can be reverted", async () => {
  const { batch, lastOperation, hidden, revert } = await shop();
  await batch(barcodes.map((barcode) => ({ barcode, hidden: true })));
  const undo = await revert(await lastOperation());
  await revert(undo.id);
  expect(await hidden()).toHaveLength(3);
});

test("edits of one customization in one operation are reverted to the state before the first", async () => {
  const { ids, batch, lastOperation, hidden, revert } = await shop();
  await batch([{ barcode: "mug", storeId: ids.storeId, hidden: true }]);
  await batch([
    { barcode: "mug", storeId: ids.storeId, hidden: false },
    { barcode: "mug", storeId: ids.storeId, channels: [] },
  ]);
  await revert(await lastOperation());
  expect(await hidden()).toEqual(["mug"]);
  expect(await caller.inventory.getItem({ ...ids, barcode: "mug" })).toMatchObject({ channels: null });
});

test("nothing is reverted if one product was changed since, and the error names the product", async () => {
  const { retailerId, ids, batch, lastOperation, hidden, revert } = await shop();
  await batch(barcodes.map((barcode) => ({ barcode, storeId: ids.storeId, hidden: true })));
  const operationId = await lastOperation();
  await caller.customizations.edit({ ...ids, barcode: "mug", body: { channels: [] } });
  await expect(revert(operationId)).rejects.toMatchObject({
    cause: { code: "ChangedSince", members: { total: 1, changed: [{ barcode: "mug", storeId: ids.storeId }] } },
  });
  expect(await hidden()).toHaveLength(3);
  expect((await caller.history.list({ retailerId, page: { size: 1 } })).data[0]).toMatchObject({
    after: { channels: [] },
  });
});

test("a reverted operation publishes the events of its products", async () => {
  const { ids, batch, lastOperation, revert } = await shop();
  await batch([{ barcode: "mug", hidden: true }]);
  await revert(await lastOperation());
  const { data } = await caller.events.list({ ...ids, page: { size: 100 } });
  const ofMug = data.flatMap((event) =>
    event.action === "inventory.update" && event.data.barcode === "mug" ? [event.data.status] : [],
  );
  expect(ofMug).toEqual(["in_stock", "out_of_stock", "in_stock"]);
});

test("an unknown operation, an operation of another retailer, and an operation with other changes are refused", async () => {
  const { revert, lastOperation, ids } = await shop();
  const other = await shop();
  await other.batch([{ barcode: "mug", hidden: true }]);
  const notFound = { cause: { code: "OperationNotFound" } };
  await expect(revert("x")).rejects.toMatchObject(notFound);
  await expect(revert(await other.lastOperation())).rejects.toMatchObject(notFound);
  await caller.stores.update({ ...ids, body: { phone: "020" } });
  await expect(revert(await lastOperation())).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
});
