import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext, type TestContext } from "../../testing.ts";
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

test("an item that no feed named for 7 days goes out of stock, once, with its event, while feeds come", async () => {
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

test("a till that names it, even by a line that is rejected, keeps it for 7 days more", async () => {
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

test("what a till alone names is unseen 7 days after, when feeds come at all", async () => {
  await patch({ barcode: "mug", price: 1, quantity: 5 });
  world.advance(8 * DAY);
  expect(await expire()).toBe(0);
  await put("hat,1.00,5");
  expect(await expire()).toBe(1);
  expect(await status("mug")).toBe("out_of_stock");
});

test("a silent source keeps its items' state, until a feed comes that leaves them out still", async () => {
  await put("mug,1.00,5", "hat,1.00,5");
  await put("hat,1.00,5");
  world.advance(20 * DAY);
  expect(await expire()).toBe(0);
  await put("hat,1.00,6");
  expect(await expire()).toBe(1);
  expect(await status("mug")).toBe("out_of_stock");
});

test("the same bytes again count every item as seen, a rejected line the one that it names", async () => {
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

test("named again by a feed, it is as the feed says, and seen", async () => {
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
