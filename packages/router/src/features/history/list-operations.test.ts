import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { createCaller } from "../../router.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

async function* bytes(text: string) {
  yield Buffer.from(text);
}

test("one operation is one row with its products and what can be undone, by kind, person, store and day", async () => {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const api = createCaller(world.ctx);
  const list = async (filter: object = {}) =>
    (await api.history.listOperations({ retailerId, page: { size: 100 }, ...filter })).data;
  const lines = Array.from({ length: 5 }, (_, n) => `lamp-${n},1.00,5,Lamp ${n}`).join("\n");
  await api.inventory.putStock({ ...ids, feed: bytes(`barcode,price,quantity,title\n${lines}\n`) });
  world.advance(24 * 3_600_000);
  const start = world.ctx.now().toISOString();
  const bulk = { filter: { q: "lamp" }, edit: { hidden: true } };
  const { selection } = await api.operations.planEdit({ retailerId, body: bulk });
  const hide = await api.operations.editByFilter({ retailerId, body: { ...bulk, selection } });
  const [row, ...before] = await list();
  expect(row).toMatchObject({
    ...{ id: "id" in hide && hide.id, entries: 5, products: 5, undo: "edits", isUndone: false },
    bulk: { kind: "edit", filter: { q: "lamp" } },
    lead: { action: "customization.create", actor: { kind: "key" } },
    named: [{ title: "Lamp 0" }, { title: "Lamp 1" }, { title: "Lamp 2" }],
  });
  expect(before.map(({ lead }) => lead.action)).toEqual(["stock.feed", "store.create", "retailer.create"]);
  // A day later, the file cannot be undone any more.
  expect(before[0]).toMatchObject({ undo: null, store: { id: ids.storeId } });
  await api.operations.revert({ retailerId, operationId: row?.id ?? "" });
  expect(await list({ kind: "products" })).toMatchObject([
    { bulk: { kind: "revert", reverts: row?.id }, undo: "edits" },
    { id: row?.id, undo: null, isUndone: true },
  ]);
  expect(await list({ since: start, kind: "stores" })).toEqual([]);
  expect((await list({ until: start })).length).toBe(3);
  expect(await list({ storeId: ids.storeId, kind: "files" })).toMatchObject([{ lead: { action: "stock.feed" } }]);
  expect(await list({ actor: "nobody" })).toEqual([]);
  expect(await list({ operationId: row?.id })).toMatchObject([{ id: row?.id }]);
  expect(await api.history.nameProducts({ retailerId, barcodes: ["lamp-4", "none"] })).toEqual([
    { barcode: "lamp-4", title: "Lamp 4" },
    { barcode: "none", title: null },
  ]);
  // Pages lead to each operation once.
  const seen: string[] = [];
  for (let after: string | undefined; seen.length < 9; ) {
    const page = await api.history.listOperations({ retailerId, page: { size: 2, after } });
    seen.push(...page.data.map(({ id }) => id));
    after = page.next ?? undefined;
    if (!after) break;
  }
  expect(seen).toEqual((await list()).map(({ id }) => id));
});

test("an operation is found and counted by a store behind many entries of another store", async () => {
  const { id: retailerId } = await world.retailer();
  const { ids: first } = await world.store(retailerId);
  const { ids: second } = await world.store(retailerId);
  const operationId = newId(world.ctx.now());
  const entryOf = (storeId: string, barcode: string) => ({
    ...{ retailerId, operationId, storeId, itemKey: barcode, id: newId(world.ctx.now()), createdAt: world.ctx.now() },
    ...{ actor: { kind: "system", id: null, name: null }, action: "customization.update", requestId: "r" },
    target: { type: "customization", id: null, storeId, barcode },
  });
  const entries = Array.from({ length: 40 }, (_, n) => entryOf(first.storeId, `lamp-${n}`));
  await world.ctx.db.prisma.historyEntry.createMany({ data: [...entries, entryOf(second.storeId, "vase")] });
  const list = async (filter: object) =>
    (await createCaller(world.ctx).history.listOperations({ retailerId, operationId, page: {}, ...filter })).data;
  const ofStore = await list({ storeId: second.storeId, kind: "products" });
  expect(ofStore).toMatchObject([{ entries: 1, products: 1, lead: { target: { barcode: "vase" } } }]);
  expect(await list({})).toMatchObject([{ entries: 41, products: 41, lead: { target: { barcode: "lamp-0" } } }]);
});

test("a file of today can be undone from its row, once", async () => {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const api = createCaller(world.ctx);
  const newest = async () => (await api.history.listOperations({ retailerId, page: { size: 1 } })).data[0];
  const { id: ingestId } = await api.inventory.putStock({ ...ids, feed: bytes("barcode,price,quantity\na,1,1\n") });
  const row = await newest();
  expect(row).toMatchObject({ undo: "stock", isUndone: false, lead: { target: { id: ingestId } } });
  await api.inventory.undoIngest({ ...ids, ingestId });
  expect(await newest()).toMatchObject({ lead: { action: "stock.undo" }, undo: null });
  const all = (await api.history.listOperations({ retailerId, page: { size: 9 } })).data;
  expect(all.find(({ id }) => id === row?.id)).toMatchObject({ undo: null, isUndone: true });
  await api.products.putFeed({ retailerId, feed: bytes("barcode,title\na,Lamp\n") });
  expect(await newest()).toMatchObject({ undo: "products" });
});
