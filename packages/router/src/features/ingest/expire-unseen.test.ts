import { createTestContext, lockRows, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { expireUnseen } from "./expire-unseen.ts";

const DAY = 24 * 3_600_000;

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
const put = (...rows: string[]) =>
  caller().inventory.putStock({ ...ids, mode: "update", feed: bytes(["barcode,price,quantity", ...rows].join("\n")) });
const patch = (line: object) => caller().inventory.patchStock({ ...ids, body: [{ ...line }] });
const status = async (barcode: string) => (await caller().inventory.getItem({ ...ids, barcode })).status;
const expire = () => expireUnseen(world.asSystem());

test("an item that no feed names for 7 days goes out of stock once, with an event, while feeds arrive", async () => {
  await put("mug,1.00,5", "hat,1.00,5");
  await put("hat,1.00,5");
  world.advance(7 * DAY - 1);
  await put("hat,1.00,5");
  expect(await expire()).toBe(0);
  expect(await status("mug")).toBe("in_stock");
  world.advance(1);
  expect(await expire()).toBe(1);
  expect([await status("mug"), await status("hat")]).toEqual(["out_of_stock", "in_stock"]);
  const [event] = (await caller().events.list({ ...ids, page: { size: 100 } })).data.slice(-1);
  expect(event).toMatchObject({ action: "inventory.update", data: { barcode: "mug", status: "out_of_stock" } });
  expect(await expire()).toBe(0);
  const { data } = await caller().history.list({ retailerId: ids.retailerId, page: { size: 1 } });
  expect(data[0]).toMatchObject({ action: "stock.expire", actor: { kind: "system" }, after: { changedItems: 1 } });
});

test("a till line for the item, even a rejected one, keeps the item for 7 more days", async () => {
  await put("mug,1.00,5", "hat,1.00,5", "cap,1.00,5");
  await put("hat,1.00,5");
  world.advance(4 * DAY);
  await patch({ barcode: "mug", quantity: 5 });
  await patch({ barcode: "cap", price: "?" });
  world.advance(4 * DAY);
  await put("hat,1.00,5");
  expect(await expire()).toBe(0);
  world.advance(3 * DAY);
  expect(await expire()).toBe(2);
});

test("an item of the last feed that a till changes and the next feed leaves out goes out of stock 7 days after the change", async () => {
  await put("mug,1.00,5", "hat,1.00,5");
  world.advance(4 * DAY);
  await patch({ barcode: "mug", quantity: 4 });
  await put("hat,1.00,5");
  world.advance(7 * DAY - 1);
  await put("hat,1.00,6");
  expect(await expire()).toBe(0);
  world.advance(1);
  expect(await expire()).toBe(1);
  expect(await status("mug")).toBe("out_of_stock");
});

test("an item that only a till has named goes out of stock after 7 days, if feeds arrive", async () => {
  await patch({ barcode: "mug", price: 1, quantity: 5 });
  world.advance(8 * DAY);
  expect(await expire()).toBe(0);
  await put("hat,1.00,5");
  expect(await expire()).toBe(1);
  expect(await status("mug")).toBe("out_of_stock");
});

test("a silent source keeps the state of its items until a feed arrives that leaves them out", async () => {
  await put("mug,1.00,5", "hat,1.00,5");
  await put("hat,1.00,5");
  world.advance(20 * DAY);
  expect(await expire()).toBe(0);
  await put("hat,1.00,6");
  expect(await expire()).toBe(1);
  expect(await status("mug")).toBe("out_of_stock");
});

test("an unchanged feed names all of its items, and a rejected line names its item", async () => {
  await put("mug,1.00,5", "hat,1.00,5");
  world.advance(6 * DAY);
  await put("mug,1.00,5", "hat,1.00,5");
  world.advance(6 * DAY);
  await put("mug,free,5", "hat,1.00,5");
  world.advance(6 * DAY);
  await put("mug,free,5", "hat,1.00,5");
  expect(await expire()).toBe(0);
  await put("hat,1.00,5");
  world.advance(7 * DAY - 1);
  await put("hat,1.00,5");
  expect(await expire()).toBe(0);
  world.advance(1);
  expect(await expire()).toBe(1);
});

test("an item that a feed names again has the values of the feed", async () => {
  await put("mug,1.00,5", "hat,1.00,5");
  await put("hat,1.00,5");
  world.advance(7 * DAY);
  await put("hat,1.00,5");
  await expire();
  await put("mug,1.00,5", "hat,1.00,5");
  expect(await status("mug")).toBe("in_stock");
  world.advance(7 * DAY - 1);
  await put("hat,1.00,5");
  expect(await expire()).toBe(0);
});

test("a locked store does not keep other stores waiting", async () => {
  const busy = ids;
  await put("mug,1.00,5", "hat,1.00,5");
  ids = (await world.store((await world.retailer()).id)).ids;
  await put("mug,1.00,5", "hat,1.00,5");
  world.advance(7 * DAY);
  for (const store of [busy, ids]) {
    ids = store;
    await put("hat,1.00,5");
  }
  await lockRows(world, "store WHERE retailer_id = $1", [busy.retailerId], expire);
  expect(await status("mug")).toBe("out_of_stock");
  ids = busy;
  expect(await status("mug")).toBe("in_stock");
  await expire();
  expect(await status("mug")).toBe("out_of_stock");
});
