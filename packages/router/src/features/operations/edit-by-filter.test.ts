import { createTestContext } from "@highstreet/router/testing";
import { bulkShop } from "@highstreet/router/testing/bulk";
import { afterAll, expect, test } from "vitest";
import type { Customization } from "../customizations/customizations.schema.ts";
import { dryRun } from "../dry-run/index.ts";
import { editByFilter } from "./edit-by-filter.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("the edit changes exactly the selected products in one operation, and its revert takes all back", async () => {
  const { caller, retailerId, ids, other, edit, operation, revert, hidden } = await bulkShop(t, 5);
  await caller.customizations.post({ ...other, body: { barcode: "item-000000", hidden: false } });
  await caller.customizations.edit({ retailerId, barcode: "item-000001", body: { channels: [] } });
  const before = await caller.customizations.list({ retailerId, page: { size: 100 } });
  const hide = await edit({ filter: { q: "item-00000" }, edit: { hidden: true } });
  expect(hide).toMatchObject({ kind: "edit", status: "done", total: 5, done: 5, filter: { q: "item-00000" } });
  expect(await operation(hide.id)).toEqual(hide);
  expect(await hidden()).toBe(5);
  const { data } = await caller.history.list({ retailerId, operationId: hide.id, page: { size: 100 } });
  expect(data.map(({ action }) => action).sort()).toEqual([
    ...Array<string>(4).fill("customization.create"),
    ...Array<string>(2).fill("customization.update"),
  ]);
  expect(data.every(({ actor }) => actor.id === t.partner.key.id)).toBe(true);
  expect(await caller.inventory.getItem({ ...other, barcode: "item-000000" })).toMatchObject({ hidden: true });

  await revert(hide.id);
  const after = await caller.customizations.list({ retailerId, page: { size: 100 } });
  const values = (list: unknown) =>
    (list as { data: { barcode: string; hidden: boolean | null; channels: string[] | null }[] }).data
      .map(({ barcode, hidden, channels }) => ({ barcode, hidden, channels }))
      .sort((a, b) => (a.barcode < b.barcode ? -1 : 1));
  expect(values(after)).toEqual(values(before));
  expect(await caller.inventory.getItem({ ...ids, barcode: "item-000001" })).toMatchObject({ channels: [] });
});

test("the filter's store is the store of the edit", async () => {
  const { caller, ids, other, edit } = await bulkShop(t, 3);
  await edit({ filter: { storeId: ids.storeId }, edit: { hidden: true } });
  expect(await caller.inventory.getItem({ ...ids, barcode: "item-000000" })).toMatchObject({ hidden: true });
  expect(await caller.inventory.getItem({ ...other, barcode: "item-000000" })).toMatchObject({ hidden: false });
});

test("a hide until a time and a brand are set in all selected products, and taken back", async () => {
  const { caller, ids, edit, plan, operation, revert } = await bulkShop(t, 3);
  const shown = () => caller.inventory.getItem({ ...ids, barcode: "item-000001" });
  const until = new Date(t.ctx.now().getTime() + 3_600_000).toISOString();
  const hide = { filter: {}, edit: { hidden: true, hiddenUntil: until } };
  expect(await plan(hide)).toMatchObject({ products: 3, stores: 2 });
  const hidden = await edit(hide);
  expect(await shown()).toMatchObject({ hidden: true });
  const before = await shown();
  const brand = { filter: {}, edit: { brand: "Lumen" } };
  expect(await plan(brand)).toMatchObject({ products: 3, stores: 2, events: 0 });
  const named = await edit(brand);
  expect(await shown()).toMatchObject({ brand: "Lumen", hidden: true });
  expect(await plan(brand)).toMatchObject({ stores: 0 });
  await revert(named.id);
  expect(await shown()).toMatchObject({ brand: before.brand });
  expect(await operation(hidden.id)).toMatchObject({ edit: { hiddenUntil: until } });
  const past = { filter: {}, edit: { hidden: true, hiddenUntil: t.ctx.now().toISOString() } };
  await expect(plan(past)).rejects.toMatchObject({
    cause: { code: "ValidationFailed", members: { errors: [{ pointer: "/edit/hiddenUntil" }] } },
  });
});

test("texts for search are set and removed in all selected products, and the plan counts the stores that change", async () => {
  const { caller, retailerId, ids, other, edit, plan, revert } = await bulkShop(t, 3);
  const textsOf = async () => {
    const list = (await caller.customizations.list({ retailerId, page: {} })) as { data: Customization[] };
    const records = list.data.filter(({ storeId }) => storeId === null);
    return records.sort((a, b) => (a.barcode < b.barcode ? -1 : 1)).map((one) => one.for?.search ?? null);
  };
  await caller.customizations.edit({ ...ids, barcode: "item-000000", body: { title: "Own lamp" } });
  const search = { title: "Lamp", description: "<p onclick='x'>Long</p>" };
  const set = { filter: {}, edit: { for: { search } } };
  const here = { filter: { q: "item-000000" }, edit: { for: { search: { title: "Lamp" } } } };
  expect(await plan(set)).toMatchObject({ products: 3, stores: 2, events: 0 });
  // The own title of the store comes first.
  expect(await plan(here)).toMatchObject({ products: 1, stores: 1 });
  const done = await edit(set);
  const saved = { title: "Lamp", description: "<p>Long</p>", image: null, pickup: null };
  expect(await textsOf()).toEqual([saved, saved, saved]);
  expect(await plan(set)).toMatchObject({ products: 3, stores: 0 });
  const ofStore = { filter: { storeId: other.storeId }, edit: { for: { search: { title: "Lamp" } } } };
  expect(await plan(ofStore)).toMatchObject({ stores: 1 });
  const removed = { filter: {}, edit: { for: { search: { title: null } } } };
  expect(await plan(removed)).toMatchObject({ stores: 2 });
  await revert(done.id);
  expect(await textsOf()).toEqual([]);
  await edit(set);
  const one = await edit({ filter: { q: "item-000001" }, edit: { for: null } });
  expect(await textsOf()).toEqual([saved, null, saved]);
  await revert(one.id);
  expect(await textsOf()).toEqual([saved, saved, saved]);
  const bad = { filter: {}, edit: { for: { search: { description: "<script>1</script>" } } } };
  await expect(plan(bad)).rejects.toMatchObject({
    cause: { code: "ValidationFailed", members: { errors: [{ pointer: "/edit/for/search/description" }] } },
  });
});

test("an edit that leaves nothing in a product leaves no record, and still clears those of single stores", async () => {
  const { caller, retailerId, ids, edit, events } = await bulkShop(t, 3);
  const records = async () => {
    const { data } = (await caller.customizations.list({ retailerId, page: {} })) as { data: Customization[] };
    return data.map(({ barcode, storeId, hidden }) => ({ barcode, storeId, hidden }));
  };
  const history = async () => (await caller.history.list({ retailerId, page: { size: 100 } })).data.length;
  const before = await history();
  const clear = { hidden: null, channels: null, for: null };
  for (const filter of [{}, { storeId: ids.storeId }])
    expect(await edit({ filter, edit: clear })).toMatchObject({ total: 3 });
  for (const body of [{ hidden: null }, { channels: null }]) {
    const one = await caller.customizations.edit({ retailerId, barcode: "item-000000", body });
    expect(one).toMatchObject({ id: null, version: 0 });
  }
  expect(await records()).toEqual([]);
  expect(await history()).toBe(before);
  await caller.customizations.edit({ ...ids, barcode: "item-000001", body: { hidden: true } });
  const published = await events();
  await edit({ filter: {}, edit: clear });
  expect(await records()).toEqual([{ barcode: "item-000001", storeId: ids.storeId, hidden: null }]);
  expect(await events()).toBe(published + 1);
});

test("products that already have the values stay as they are", async () => {
  const { caller, retailerId, edit } = await bulkShop(t, 3);
  await edit({ filter: {}, edit: { hidden: true } });
  const again = await edit({ filter: {}, edit: { hidden: true } });
  expect(again).toMatchObject({ status: "done", total: 3 });
  expect((await caller.history.list({ retailerId, operationId: again.id, page: { size: 10 } })).data).toEqual([]);
  expect(await caller.operations.revert({ retailerId, operationId: again.id })).toMatchObject({ total: 0 });
});

test("an edit without a selection, or with the selection of other products, changes nothing", async () => {
  const { caller, retailerId, ids, plan, hidden } = await bulkShop(t, 3);
  const body = { filter: { hidden: false, storeId: ids.storeId }, edit: { hidden: true } };
  const call = (selection?: string) => caller.operations.editByFilter({ retailerId, body: { ...body, selection } });
  await expect(call()).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
  const { selection } = await plan(body);
  await caller.customizations.edit({ ...ids, barcode: "item-000000", body: { hidden: true } });
  await expect(call(selection)).rejects.toMatchObject({ cause: { code: "ChangedSince", members: { products: 2 } } });
  expect(await hidden()).toBe(1);
  await call((await plan(body)).selection);
  expect(await hidden()).toBe(3);
});

test("a dry run answers the plan with its effects", async () => {
  const { retailerId, ids, other, plan, hidden } = await bulkShop(t, 3);
  const body = { filter: {}, edit: { hidden: true } };
  const { response, affected } = await dryRun(t.ctx, { retailerId }, (inside) =>
    editByFilter(inside, { retailerId, body }),
  );
  expect(response).toEqual(await plan(body));
  expect(affected).toMatchObject({ counts: { stores: 2, channels: 0, events: 6 }, truncated: true });
  expect(affected.stores.toSorted()).toEqual([ids.storeId, other.storeId].toSorted());
  expect(await hidden()).toBe(0);
});

test("a large edit is left to the worker, at most ten at once", async () => {
  const { caller, retailerId, edit, operation, hidden } = await bulkShop(t, 1_001);
  const running = await edit({ filter: {}, edit: { hidden: true } });
  expect(running).toMatchObject({ status: "running", total: 1_001, done: 0, finishedAt: null });
  expect(await operation(running.id)).toEqual(running);
  expect(await hidden()).toBe(0);
  for (let n = 1; n < 10; n++) await edit({ filter: {}, edit: { hidden: true } });
  await expect(edit({ filter: {}, edit: { hidden: true } })).rejects.toMatchObject({
    cause: { code: "QuotaExceeded" },
  });
  expect(await edit({ filter: { q: "item-000000" }, edit: { hidden: true } })).toMatchObject({ status: "done" });
  await expect(caller.operations.get({ retailerId, operationId: "x" })).rejects.toMatchObject({
    cause: { code: "OperationNotFound" },
  });
});
