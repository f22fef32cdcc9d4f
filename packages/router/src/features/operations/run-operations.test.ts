import { createTestContext, lockRows } from "@highstreet/router/testing";
import { bulkShop } from "@highstreet/router/testing/bulk";
import { afterAll, afterEach, expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { runOperations } from "./run-operations.ts";

const t = await createTestContext();
afterAll(() => t.close());
afterEach(() => runOperations(t.asSystem()));
const hide = { filter: {}, edit: { hidden: true } };

test("the worker edits all products of a large operation in the name of its caller, and reverts it", async () => {
  const { caller, retailerId, edit, operation, revert, hidden, events } = await bulkShop(t, 1_200);
  const before = await events();
  const { id } = await edit(hide);
  await runOperations(t.asSystem());
  expect(await operation(id)).toMatchObject({ status: "done", total: 1_200, done: 1_200, problem: null });
  expect((await operation(id)).finishedAt).not.toBeNull();
  expect(await hidden()).toBe(1_200);
  expect((await events()) - before).toBe(2_400);
  const [entry] = (await caller.history.list({ retailerId, operationId: id, page: { size: 1 } })).data;
  expect(entry).toMatchObject({ actor: { kind: "key", id: t.partner.key.id }, requestId: "test" });

  const undo = await revert(id);
  expect(undo).toMatchObject({ kind: "revert", status: "running", total: 1_200, reverts: id });
  await runOperations(t.asSystem());
  expect(await operation(undo.id)).toMatchObject({ status: "done", done: 1_200 });
  expect(await hidden()).toBe(0);
  expect((await events()) - before).toBe(4_800);
});

test("several workers at once repeat no batch", async () => {
  const { caller, retailerId, edit, operation, hidden, events } = await bulkShop(t, 2_600);
  const before = await events();
  const { id } = await edit(hide);
  await Promise.all([1, 2, 3].map(() => runOperations(t.asSystem())));
  expect(await operation(id)).toMatchObject({ status: "done", done: 2_600 });
  expect(await hidden()).toBe(2_600);
  expect((await events()) - before).toBe(5_200);
  const [version] = await t.ctx.db.query("SELECT max(version) AS max FROM customization WHERE retailer_id = $1", [
    retailerId,
  ]);
  expect(version).toEqual({ max: 1 });
  expect((await caller.history.list({ retailerId, operationId: id, page: { size: 100 } })).data).toHaveLength(100);
});

test("the revert of a running operation stops it and takes its done batches back", async () => {
  const { edit, operation, revert, hidden } = await bulkShop(t, 1_200);
  const { id } = await edit(hide);
  expect(await revert(id)).toMatchObject({ status: "done", total: 0 });
  await runOperations(t.asSystem());
  expect(await operation(id)).toMatchObject({ status: "stopped", done: 0 });
  expect(await hidden()).toBe(0);
});

test("a revert that meets a later edit takes its own batches back, and keeps the later edit", async () => {
  const { caller, retailerId, edit, operation, revert, hidden } = await bulkShop(t, 1_200);
  const { id } = await edit(hide);
  await runOperations(t.asSystem());
  const undo = await revert(id);
  // This edit comes after the check of the revert, and its item is in the last batch.
  await caller.customizations.edit({ retailerId, barcode: "item-001199", body: { channels: [] } });
  await runOperations(t.asSystem());
  expect(await operation(undo.id)).toMatchObject({
    ...{ status: "failed", done: 0 },
    problem: { code: "ChangedSince", changed: [{ barcode: "item-001199", storeId: null }] },
  });
  expect(await hidden()).toBe(1_200);
});

test("an operation fails after its store is deleted, and the other operations continue", async () => {
  const one = await bulkShop(t, 1_001);
  const two = await bulkShop(t, 1_001);
  const doomed = await one.edit({ filter: { storeId: one.ids.storeId }, edit: { hidden: true } });
  const other = await two.edit(hide);
  await one.caller.stores.delete(one.ids);
  await runOperations(t.asSystem());
  expect(await one.operation(doomed.id)).toMatchObject({ status: "failed", problem: { code: "StoreNotFound" } });
  expect(await two.operation(other.id)).toMatchObject({ status: "done" });
});

test("an operation of one partner does not wait for hundreds of older operations of another partner", async () => {
  const one = t.asKey({ partnerId: (await t.newPartner()).partnerId });
  const many = await Promise.all(Array.from({ length: 20 }, () => t.retailer({}, one)));
  const { id: last } = await t.retailer();
  const running = ({ id: retailerId }: { id: string }) => ({
    ...{ retailerId, id: newId(t.ctx.now()), kind: "edit" as const, status: "running" as const, actor: {} },
    ...{ requestId: "test", total: 0, createdAt: t.ctx.now() },
  });
  const older = many.flatMap((retailer) => Array.from({ length: 10 }, () => running(retailer)));
  await t.ctx.db.prisma.operation.createMany({ data: [...older, running({ id: last })] });
  let ticks = t.ctx.now().getTime();
  await runOperations({ ...t.asSystem(), now: () => new Date(ticks++) });
  const rows = await t.ctx.db.prisma.operation.findMany({
    where: { retailerId: { in: [...many.map(({ id }) => id), last] }, status: "done" },
    orderBy: { finishedAt: "asc" },
  });
  const ended = rows.map(({ retailerId }) => retailerId);
  expect(ended).toHaveLength(201);
  expect(ended.indexOf(last)).toBeLessThan(2);
  expect(new Set(ended.slice(0, 21)).size).toBe(21);
});

test("a shop with a locked store does not stop the operations of other shops", async () => {
  const busy = await bulkShop(t, 1_001);
  const other = await bulkShop(t, 1_001);
  const [waits, goes] = [await busy.edit(hide), await other.edit(hide)];
  await lockRows(t, "store WHERE retailer_id = $1", [busy.retailerId], () => runOperations(t.asSystem()));
  expect(await busy.operation(waits.id)).toMatchObject({ status: "running", done: 0 });
  expect(await other.operation(goes.id)).toMatchObject({ status: "done" });
  await runOperations(t.asSystem());
  expect(await busy.operation(waits.id)).toMatchObject({ status: "done" });
});
