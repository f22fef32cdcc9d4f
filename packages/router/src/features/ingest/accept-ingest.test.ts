import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());
beforeEach(async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
});

const caller = () => createCaller(world.ctx);
async function* bytes(text: string) {
  yield Buffer.from(text);
}
const csv = (count: number, quantity: number, rest = "") =>
  `barcode,price,quantity\n${Array.from({ length: count }, (_, n) => `item-${n},1.00,${quantity}`).join("\n")}\n${rest}`;
const put = (text: string, mode: "update" | "replace" = "replace") =>
  caller().inventory.putStock({ ...ids, mode, feed: bytes(text) });
const accept = (ingestId: string) => caller().inventory.acceptIngest({ ...ids, ingestId });
const inStock = async () =>
  (await caller().inventory.listItems({ ...ids, page: { size: 100 } })).data.filter(
    ({ status }) => status !== "out_of_stock",
  ).length;
const source = () => caller().inventory.getSource(ids);
const rowsOf = (table: string) => world.ctx.db.query(`SELECT * FROM ${table} WHERE retailer_id = $1`, [ids.retailerId]);
const events = async () => (await rowsOf("store_event")).length;

test("a feed that would empty more than half of 20 or more items is held, and writes only its record", async () => {
  await put(csv(20, 5));
  const before = { items: await rowsOf("stock_item"), events: await events() };
  const held = await put(csv(9, 5));
  expect(held).toMatchObject({ status: "held", validLines: 9, changedItems: 11, newItems: 0 });
  expect(held.reason).toContain("11 of 20");
  const parameters = { emptied: 11, inStock: 20 };
  expect(held.problem).toEqual({ code: "FeedHeld", parameters });
  expect(await source()).toMatchObject({
    status: "connected",
    latestIngest: { validLines: 9 },
    warnings: [{ id: "FeedHeld", message: held.reason, parameters }],
  });
  expect(await rowsOf("stock_item")).toEqual(before.items);
  // The source's own.
  expect(await events()).toBe(before.events + 1);
});

test("quantities of 0 count too; exactly half of the items, or fewer than 20 items in stock, hold no feed", async () => {
  await put(csv(20, 5));
  expect(await put(csv(20, 0), "update")).toMatchObject({ status: "held", changedItems: 20 });
  expect(await put(csv(10, 5))).toMatchObject({ status: "applied", changedItems: 10 });
  expect(await put(csv(1, 5))).toMatchObject({ status: "applied", changedItems: 9 });
});

test("accepting applies the feed and removes the warning; it cannot be accepted twice", async () => {
  await put(csv(30, 5));
  const held = await put(csv(2, 4, "new,2.00,7\n"));
  world.advance(1_000);
  expect(await accept(held.id)).toMatchObject({
    ...{
      id: held.id,
      createdAt: held.createdAt,
      status: "applied",
      reason: null,
      problem: null,
      changedItems: 30,
      newItems: 1,
    },
  });
  expect(await inStock()).toBe(3);
  expect(await source()).toMatchObject({ status: "connected", latestIngest: { validLines: 3 }, warnings: [] });
  expect(await caller().inventory.getIngest({ ...ids, ingestId: held.id })).toMatchObject({ status: "applied" });
  expect(await rowsOf("held_feed")).toEqual([]);
  await expect(accept(held.id)).rejects.toMatchObject({ cause: { code: "IngestNotHeld" } });
});

test("the answer to accepting and the stored ingest name the columns and the dropped values of product data", async () => {
  await put(csv(30, 5));
  const held = await put("barcode,price,quantity,title,image,shelf\nnew,2.00,7,Mug,no address,3\n");
  const named = {
    ...{ status: "applied", columns: { title: "title", image: "image" }, ignoredColumns: ["shelf"] },
    droppedValues: [{ field: "image", code: "invalid_image", lines: 1, line: 2 }],
  };
  expect(await accept(held.id)).toMatchObject(named);
  expect(await caller().inventory.getIngest({ ...ids, ingestId: held.id })).toMatchObject(named);
});

test.each(["acceptIngest", "discardIngest"] as const)(
  "%s with ids in capitals writes them in lower case",
  async (verb) => {
    await put(csv(20, 5));
    const { id } = await put(csv(1, 5));
    const [retailerId, storeId, ingestId] = [ids.retailerId, ids.storeId, id].map((one) => one.toUpperCase());
    const { inventory } = caller();
    await inventory[verb]({ retailerId: retailerId ?? "", storeId: storeId ?? "", ingestId: ingestId ?? "" });
    const written = JSON.stringify([await rowsOf("store_event"), await rowsOf("history_entry")]);
    expect(written).toContain(ids.storeId);
    for (const capital of [retailerId, storeId, ingestId]) expect(written).not.toContain(capital);
  },
);

test("accepting skips items that a till has named since, also by a rejected line", async () => {
  await put(csv(30, 5));
  const held = await put(csv(1, 9));
  world.advance(1_000);
  await caller().inventory.patchStock({
    ...ids,
    body: [
      { barcode: "item-0", quantity: 3 },
      { barcode: "item-1", quantity: 5 },
      { barcode: "item-2", price: "?" },
    ],
  });
  world.advance(1_000);
  await accept(held.id);
  const { data } = await caller().inventory.listItems({ ...ids, page: { size: 100 } });
  const left = data
    .filter(({ status }) => status !== "out_of_stock")
    .map(({ barcode, quantity }) => [barcode, quantity]);
  expect(left.toSorted()).toEqual([
    ["item-0", 3],
    ["item-1", 5],
    ["item-2", 5],
  ]);
  expect(await put(csv(1, 9))).toMatchObject({ status: "applied", changedItems: 3 });
});

test("an applied, unchanged or held feed replaces a held feed; a refused feed does not", async () => {
  const normal = csv(30, 5);
  await put(normal);
  const first = await put(csv(1, 5));
  await put("barcode,price,quantity\nx,free,1\n");
  expect(await source()).toMatchObject({ status: "invalid", warnings: [{ id: "FeedRefused" }, { id: "FeedHeld" }] });
  const second = await put(csv(2, 5));
  await expect(accept(first.id)).rejects.toMatchObject({ cause: { code: "IngestNotHeld" } });
  expect(await put(normal)).toMatchObject({ status: "unchanged" });
  expect(await source()).toMatchObject({ status: "connected", warnings: [] });
  expect(await rowsOf("held_feed")).toEqual([]);
  await expect(accept(second.id)).rejects.toMatchObject({ cause: { code: "IngestNotHeld" } });
  expect(await caller().inventory.getIngest({ ...ids, ingestId: second.id })).toMatchObject({
    ...{ status: "refused", reason: "A later feed replaced it.", problem: { code: "FeedReplaced", parameters: {} } },
  });
});

test("a held feed of any size is stored completely, and deleted with its store", async () => {
  await put(csv(30, 5));
  const padded = `barcode,price,quantity,note\nitem-0,1.00,9,${"x".repeat(2_500_000)}\nitem-1,1.00,9,\n`;
  const held = await put(padded);
  expect(await rowsOf("held_feed")).toHaveLength(3);
  world.advance(1_000);
  expect(await accept(held.id)).toMatchObject({ status: "applied", changedItems: 30 });
  await put(csv(30, 5));
  await put(csv(1, 5));
  expect(await rowsOf("held_feed")).toHaveLength(1);
  await caller().stores.delete(ids);
  for (const table of ["held_feed", "ingest", "stock_item"]) expect(await rowsOf(table)).toEqual([]);
});

test("an ingest that is not held, or does not exist, is not accepted", async () => {
  const { id } = await put(csv(1, 1));
  await expect(accept(id)).rejects.toMatchObject({ cause: { code: "IngestNotHeld" } });
  await expect(accept(ids.storeId)).rejects.toMatchObject({ cause: { code: "IngestNotFound" } });
});
