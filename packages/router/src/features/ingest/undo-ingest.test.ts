import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

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
const put = (text: string, mode: "update" | "replace" = "update") =>
  caller().inventory.putStock({ ...ids, mode, feed: bytes(text) });
const undo = (ingestId: string, onlyCount?: true) => caller().inventory.undoIngest({ ...ids, ingestId, onlyCount });
const items = async () =>
  (await caller().inventory.listItems({ ...ids, page: { size: 100 } })).data.map(
    ({ barcode, status, quantity, price, regularPrice, currency }) => ({
      ...{ barcode, status, quantity, price, regularPrice, currency },
    }),
  );
const events = () =>
  world.ctx.db.query<{ data: string }>(
    "SELECT data::text AS data FROM store_event WHERE retailer_id = $1 AND action = 'inventory.update' ORDER BY sequence",
    [ids.retailerId],
  );

const rich = `barcode,price,quantity,currency,condition,availability,sale price,sale start,sale end
a,1.00,5,GBP,new,,,,
b,2.00,1,EUR,used,,,,
c,9.00,3,GBP,new,,6.00,2020-01-01,2099-01-01
d,4.00,,GBP,new,in stock,,,
e,5.00,0,GBP,new,,,,
`;

test.each(["update", "replace"] as const)(
  "an undone file (%s) gives items their price, sale, quantity and condition, with their events",
  async (mode) => {
    await put(rich);
    const before = await items();
    world.advance(1_000);
    const sent = (await events()).length;
    const text = "barcode,price,quantity\na,100.00,9\nb,200.00,0\nc,9.50,3\nd,4.00,7\nnew,7.00,7\n";
    const wrong = await put(text, mode);
    expect(wrong.undoUntil).toBe(new Date(world.ctx.now().getTime() + DAY).toISOString());
    const changed = (await events()).length - sent;
    expect(await undo(wrong.id, true)).toEqual({ restoredItems: 5, keptItems: 0 });
    world.advance(1_000);
    expect(await undo(wrong.id)).toEqual({ restoredItems: 5, keptItems: 0 });
    const [added, ...others] = [...(await items())].sort((one) => (one.barcode === "new" ? -1 : 0));
    expect(others).toEqual(before);
    expect(added).toMatchObject({ barcode: "new", status: "out_of_stock", price: 7 });
    expect((await events()).length).toBe(sent + 2 * changed);
    expect(await caller().inventory.getIngest({ ...ids, ingestId: wrong.id })).toMatchObject({
      ...{ status: "applied", undoUntil: null, undoneAt: world.ctx.now().toISOString() },
    });
    const [entry] = (await caller().history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
    expect(entry).toMatchObject({ action: "stock.undo", after: { restoredItems: 5, keptItems: 0 } });
    await expect(undo(wrong.id)).rejects.toMatchObject({ cause: { code: "IngestNotUndoable" } });
    // The same bytes count again.
    expect(await put(text, mode)).toMatchObject({ status: "applied", changedItems: 5, newItems: 0 });
  },
);

test("items that a till or a later file has written stay as they are and are counted", async () => {
  await put("barcode,price,quantity\na,1.00,5\nb,2.00,5\nc,3.00,5\n");
  const wrong = await put("barcode,price,quantity\na,10.00,5\nb,20.00,5\nc,30.00,5\n");
  world.advance(1_000);
  await caller().inventory.patchStock({ ...ids, body: [{ barcode: "a", quantity: 4 }] });
  await put("barcode,price,quantity\nb,20.00,6\n");
  world.advance(1_000);
  const confirming = await put("barcode,price,quantity\nc,30.00,5\nd,1.00,1\n");
  await expect(undo(wrong.id)).rejects.toMatchObject({ message: expect.stringContaining("later feed") });
  await undo(confirming.id);
  world.advance(1_000);
  expect(await undo(wrong.id)).toEqual({ restoredItems: 1, keptItems: 2 });
  expect(await items()).toMatchObject([
    { barcode: "a", price: 10, quantity: 4 },
    { barcode: "b", price: 20, quantity: 6 },
    { barcode: "c", price: 3, quantity: 5 },
    { barcode: "d", status: "out_of_stock" },
  ]);
});

test("an accepted file can be undone for 24 hours from its write; a file that changed nothing and a PATCH cannot", async () => {
  const shelf = (quantity: number) =>
    `barcode,price,quantity\n${Array.from({ length: 30 }, (_, n) => `item-${n},1.00,${quantity}`).join("\n")}\n`;
  await put(shelf(5));
  const held = await put(shelf(0));
  expect(held).toMatchObject({ status: "held", undoUntil: null });
  world.advance(2 * DAY);
  const accepted = await caller().inventory.acceptIngest({ ...ids, ingestId: held.id });
  const till = await caller().inventory.patchStock({ ...ids, body: [{ barcode: "other", price: 1, quantity: 1 }] });
  world.advance(DAY - 1);
  expect(await undo(accepted.id, true)).toEqual({ restoredItems: 30, keptItems: 0 });
  world.advance(1);
  const same = await put(shelf(0));
  for (const { id } of [accepted, same, till]) {
    await expect(undo(id)).rejects.toMatchObject({ cause: { code: "IngestNotUndoable" } });
  }
});
