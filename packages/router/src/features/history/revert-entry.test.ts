import { within } from "@highstreet/db";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const barcode = "5000000000001";

async function shop() {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const caller = createCaller(world.ctx);
  await caller.inventory.patchStock({ ...ids, body: [{ barcode, price: 1, quantity: 5 }] });
  const entries = async (filter: object = {}) =>
    (await caller.history.list({ retailerId, page: { size: 100 }, ...filter })).data;
  return { retailerId, ids, caller, entries };
}

test("revert undoes an edit with its events, but no edit that a later edit replaced", async () => {
  const { retailerId, ids, caller, entries } = await shop();
  await caller.customizations.edit({ ...ids, barcode, body: { hidden: true } });
  const [hide] = await entries({ action: "customization.create" });
  const entryId = hide?.id ?? "";
  await caller.customizations.edit({ ...ids, barcode, body: { hidden: false } });
  await expect(caller.history.revert({ retailerId, entryId })).rejects.toMatchObject({
    cause: { code: "ChangedSince" },
  });

  const [show] = await entries({ action: "customization.update" });
  expect(await caller.history.revert({ retailerId, entryId: show?.id ?? "" })).toMatchObject({
    hidden: true,
    version: 3,
  });
  expect(await caller.inventory.getItem({ ...ids, barcode })).toMatchObject({ hidden: true });
  const [reverted] = await entries();
  expect(reverted).toMatchObject({
    action: "customization.update",
    before: { hidden: false },
    after: { hidden: true },
  });

  await caller.customizations.deleteByBarcode({ ...ids, barcode });
  const [removed] = await entries({ action: "customization.delete" });
  expect(await caller.history.revert({ retailerId, entryId: removed?.id ?? "" })).toMatchObject({ hidden: true });
  const log = await world.ctx.db.query<{ data: string }>(
    "SELECT data FROM store_event WHERE retailer_id = $1 AND action = 'inventory.update' ORDER BY sequence",
    [retailerId],
  );
  expect(log.map(({ data }) => JSON.parse(data).status)).toEqual([
    "in_stock",
    "out_of_stock",
    "in_stock",
    "out_of_stock",
    "in_stock",
    "out_of_stock",
  ]);
});

test("edits are taken back one after another, the last one first, and forth again", async () => {
  const { retailerId, ids, caller, entries } = await shop();
  const titleOf = async () => (await caller.inventory.getItem({ ...ids, barcode })).title;
  const revert = async (entryId = "") => (await caller.history.revert({ retailerId, entryId }))?.version;
  for (const title of ["A", "B", "C"]) await caller.customizations.edit({ ...ids, barcode, body: { title } });
  const [c, b, a] = await entries();
  await expect(revert(b?.id)).rejects.toMatchObject({ cause: { code: "ChangedSince" } });
  expect([await revert(c?.id), await titleOf()]).toEqual([4, "B"]);
  expect([await revert(b?.id), await titleOf()]).toEqual([5, "A"]);
  const [back] = await entries();
  expect([await revert(back?.id), await titleOf()]).toEqual([6, "B"]);
  expect([await revert(b?.id), await titleOf()]).toEqual([7, "A"]);
  expect([await revert(a?.id), await titleOf()]).toEqual([undefined, null]);
});

test("hiding for all stores keeps the cleared edits of single stores, and revert restores them", async () => {
  const { retailerId, ids, caller, entries } = await shop();
  await caller.customizations.post({ ...ids, body: { barcode, hidden: false } });
  await caller.customizations.edit({ retailerId, barcode, body: { hidden: true } });
  const [cleared] = await entries({ storeId: ids.storeId });
  expect(cleared).toMatchObject({ action: "customization.update", before: { hidden: false }, after: { hidden: null } });
  await caller.history.revert({ retailerId, entryId: cleared?.id ?? "" });
  expect(await caller.inventory.getItem({ ...ids, barcode })).toMatchObject({ hidden: false, hiddenEverywhere: true });
});

test("an unknown entry, or an entry without an edit, cannot be reverted", async () => {
  const { retailerId, caller, entries } = await shop();
  const [entry] = await entries({ action: "store.create" });
  await expect(caller.history.revert({ retailerId, entryId: "x" })).rejects.toMatchObject({
    cause: { code: "HistoryEntryNotFound" },
  });
  await expect(caller.history.revert({ retailerId, entryId: entry?.id ?? "" })).rejects.toMatchObject({
    cause: { code: "ValidationFailed" },
  });
});

test("an edit of a deleted store cannot be reverted", async () => {
  const { retailerId, ids, caller, entries } = await shop();
  await caller.customizations.edit({ ...ids, barcode, body: { hidden: true } });
  await caller.customizations.deleteByBarcode({ ...ids, barcode });
  const [removed] = await entries({ action: "customization.delete" });
  await caller.stores.delete(ids);
  await expect(caller.history.revert({ retailerId, entryId: removed?.id ?? "" })).rejects.toMatchObject({
    cause: { code: "StoreNotFound" },
  });
});

test("revert undoes nothing if a later edit restored the record", async () => {
  const { retailerId, ids, caller, entries } = await shop();
  await caller.customizations.edit({ ...ids, barcode, body: { hidden: true } });
  await caller.customizations.deleteByBarcode({ ...ids, barcode });
  const [removed] = await entries({ action: "customization.delete" });
  let reverting: Promise<unknown> | undefined;
  await world.ctx.db.transaction("no shop", async (tx) => {
    await createCaller({ ...world.ctx, db: within(world.ctx.db, tx) }).customizations.edit({
      ...ids,
      barcode,
      body: { channels: [] },
    });
    reverting = caller.history.revert({ retailerId, entryId: removed?.id ?? "" });
    reverting.catch(() => undefined);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await world.ctx.db.query(waiting)).length).toBe(1);
  });
  await expect(reverting).rejects.toMatchObject({ cause: { code: "ChangedSince" } });
  expect(await caller.inventory.getItem({ ...ids, barcode })).toMatchObject({ hidden: false, channels: [] });
});
