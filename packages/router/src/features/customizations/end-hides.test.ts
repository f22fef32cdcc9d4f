import { createTestContext, lockRows } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { endHides } from "./end-hides.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const barcode = "5000000000001";

async function shop() {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const { ids: other } = await t.store(retailerId);
  const stock = (at: typeof ids, line: { price?: number; quantity?: number }) =>
    caller.inventory.patchStock({ ...at, body: [{ barcode, ...line }] });
  for (const at of [ids, other]) await stock(at, { price: 1, quantity: 1 });
  const edit = (body: Parameters<typeof caller.customizations.edit>[0]["body"], at: object = ids) =>
    caller.customizations.edit({ retailerId, ...at, barcode, body });
  const isHidden = async (at = ids) => (await caller.inventory.getItem({ ...at, barcode })).hidden;
  const statuses = async (at = ids) =>
    (await caller.events.list({ ...at, page: { size: 100 } })).data.flatMap((event) =>
      event.action === "inventory.update" ? [event.data.status] : [],
    );
  const newest = async () => (await caller.history.list({ retailerId, page: { size: 1 } })).data[0];
  const records = () => t.ctx.db.prisma.customization.findMany({ where: { retailerId } });
  return { retailerId, ids, other, stock, edit, isHidden, statuses, newest, records };
}
const inAnHour = () => new Date(t.ctx.now().getTime() + 3_600_000).toISOString();
const refused = { cause: { code: "ValidationFailed" } };

test("a product hidden until a time is shown again by the worker, with its event and a history entry", async () => {
  const { edit, isHidden, statuses, newest, records } = await shop();
  const hiddenUntil = inAnHour();
  expect(await edit({ hiddenUntil })).toMatchObject({ hidden: true, hiddenUntil, hiddenWhile: null });
  await endHides(t.asSystem());
  expect(await isHidden()).toBe(true);
  t.advance(3_600_000);
  await endHides(t.asSystem());
  expect(await isHidden()).toBe(false);
  expect(await statuses()).toEqual(["low_stock", "out_of_stock", "low_stock"]);
  expect(await newest()).toMatchObject({
    actor: { kind: "system" },
    action: "customization.delete",
    before: { hidden: true, hiddenUntil },
    after: null,
  });
  expect(await records()).toEqual([]);
  await endHides(t.asSystem());
  expect(await statuses()).toHaveLength(3);
});

test("a hide until a time in all stores ends in all stores", async () => {
  const { other, edit, isHidden } = await shop();
  await edit({ hiddenUntil: inAnHour() }, {});
  expect(await isHidden(other)).toBe(true);
  t.advance(3_600_000);
  await endHides(t.asSystem());
  expect(await isHidden(other)).toBe(false);
});

test("a stock line that reaches the price or the quantity ends the hide in its own transaction", async () => {
  for (const [hiddenWhile, below, reached] of [
    [{ priceUnder: 5 }, { price: 4.99 }, { price: 5 }],
    [{ quantityUnder: 3 }, { quantity: 0 }, { quantity: 3 }],
    [{ priceUnder: 5, quantityUnder: 3 }, { price: 2, quantity: 2 }, { quantity: 4 }],
  ] as const) {
    const { ids, stock, edit, isHidden, statuses, newest, records } = await shop();
    expect(await edit({ hiddenWhile })).toMatchObject({ hidden: true, hiddenWhile });
    await stock(ids, below);
    expect(await isHidden()).toBe(true);
    const count = (await statuses()).length;
    await stock(ids, reached);
    expect(await isHidden()).toBe(false);
    expect(await statuses()).toHaveLength(count + 1);
    expect(await newest()).toMatchObject({
      actor: { kind: "system" },
      before: { hiddenWhile },
      after: null,
    });
    expect(await records()).toEqual([]);
  }
});

test("the end of a hide keeps the other values of its record", async () => {
  const { ids, stock, edit, newest, records } = await shop();
  for (const [hide, end] of [
    [{ hiddenUntil: inAnHour() }, () => t.advance(3_600_000)],
    [{ hiddenWhile: { quantityUnder: 3 } }, () => stock(ids, { quantity: 4 })],
  ] as const) {
    await edit({ ...hide, title: "Own title" });
    await end();
    await endHides(t.asSystem());
    expect(await newest()).toMatchObject({
      action: "customization.update",
      before: { hidden: true, ...hide },
      after: { hidden: null, hiddenUntil: null, hiddenWhile: null, title: "Own title" },
    });
    expect(await records()).toMatchObject([{ hidden: null, title: "Own title" }]);
  }
});

test("a feed ends hides, too", async () => {
  const { ids, edit, isHidden } = await shop();
  await edit({ hiddenWhile: { quantityUnder: 3 } });
  async function* feed(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`barcode,price,quantity\n${barcode},1.00,9\n`);
  }
  await caller.inventory.putStock({ ...ids, mode: "update", feed: feed() });
  expect(await isHidden()).toBe(false);
});

test("a hide for all stores ends when no store is within its limits", async () => {
  const { ids, other, stock, edit, isHidden } = await shop();
  await edit({ hiddenWhile: { quantityUnder: 3 } }, {});
  await stock(ids, { quantity: 5 });
  expect(await isHidden()).toBe(true);
  await stock(other, { quantity: 5 });
  expect([await isHidden(), await isHidden(other)]).toEqual([false, false]);
});

test("an edit of `hidden` without a limit ends the limits, and a revert restores them", async () => {
  const { retailerId, edit, isHidden, newest } = await shop();
  const hiddenUntil = inAnHour();
  const limits = { hiddenUntil, hiddenWhile: { priceUnder: 9.5 } };
  await edit(limits);
  expect(await edit({ channels: [] })).toMatchObject(limits);
  expect(await edit({ hidden: true })).toMatchObject({ hidden: true, hiddenUntil: null, hiddenWhile: null });
  await caller.operations.revert({ retailerId, operationId: (await newest())?.operationId ?? "" });
  expect((await newest())?.after).toMatchObject({ hidden: true, ...limits });
  t.advance(3_600_000);
  await endHides(t.asSystem());
  expect(await isHidden()).toBe(false);
});

test("limits that cannot hold are refused", async () => {
  const { edit } = await shop();
  await expect(edit({ hiddenUntil: t.ctx.now().toISOString() })).rejects.toMatchObject(refused);
  await expect(edit({ hidden: false, hiddenUntil: inAnHour() })).rejects.toMatchObject(refused);
  await expect(edit({ hiddenWhile: {} })).rejects.toMatchObject(refused);
  await expect(edit({ hiddenWhile: { priceUnder: 0 } })).rejects.toMatchObject(refused);
  expect(await edit({ hiddenUntil: null, hidden: null })).toMatchObject({ hidden: null, hiddenUntil: null });
});

test("a shop with a locked store does not keep the hides of other shops from ending", async () => {
  const busy = await shop();
  const other = await shop();
  for (const { edit } of [busy, other]) await edit({ hiddenUntil: inAnHour() });
  t.advance(3_600_000);
  await lockRows(t, "store WHERE retailer_id = $1", [busy.retailerId], () => endHides(t.asSystem()));
  expect([await busy.isHidden(), await other.isHidden()]).toEqual([true, false]);
  await endHides(t.asSystem());
  expect(await busy.isHidden()).toBe(false);
});
