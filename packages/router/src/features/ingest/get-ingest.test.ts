import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { makeXlsx } from "../../../../feeds/tests/make-xlsx.ts";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("an ingest has the counts of its call, and belongs to one store", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  const other = await t.store(id);
  const body = [{ barcode: "mug", price: 1, quantity: 5 }, { barcode: "" }];
  const ingest = await caller.inventory.patchStock({ ...ids, body });
  const ingestId = ingest.id;
  expect(await caller.inventory.getIngest({ ...ids, ingestId })).toEqual(ingest);
  expect(ingest).toMatchObject({ mode: "patch", numberOfLines: 2, validLines: 1, rejectedLines: 1, newItems: 1 });
  for (const input of [
    { ...other.ids, ingestId },
    { ...ids, ingestId: "none" },
  ]) {
    await expect(caller.inventory.getIngest(input)).rejects.toMatchObject({ cause: { code: "IngestNotFound" } });
  }
});

test("the ingest of a workbook names its ignored sheets, also if the same file arrives again, and a rejection its sheet", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const header = ["barcode", "price", "quantity"];
  const toys = [header, ["robot", "2.00", "1"], ["kite", "free", "1"]];
  const file = makeXlsx({
    sheets: [[header, ["mug", "1.00", "5"]], [["Notes"]], toys],
    names: ["Mugs", "Notes", "Toys"],
  });
  async function* feed() {
    yield file;
  }
  const counts = { numberOfLines: 3, validLines: 2, rejectedLines: 1, ignoredSheets: ["Notes"] };
  const first = await caller.inventory.putStock({ ...ids, feed: feed() });
  expect(first).toMatchObject({ status: "applied", newItems: 2, ...counts });
  expect(await caller.inventory.getIngest({ ...ids, ingestId: first.id })).toEqual(first);
  const { data } = await caller.inventory.listRejections({ ...ids, ingestId: first.id, page: {} });
  expect(data).toMatchObject([{ line: 5, message: expect.stringContaining('Sheet "Toys", row 3') }]);
  expect(await caller.inventory.putStock({ ...ids, feed: feed() })).toMatchObject({ status: "unchanged", ...counts });
});

test("an ingest from before a member of its details existed has none of these details", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const ingest = await caller.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 1, quantity: 5 }] });
  await t.ctx.db.query("UPDATE ingest SET header = '{}' WHERE retailer_id = $1", [ids.retailerId]);
  expect(await caller.inventory.getIngest({ ...ids, ingestId: ingest.id })).toMatchObject({
    ...{ fallbackColumns: {}, ignoredColumns: [], ignoredSheets: [], ignoredMembers: [], droppedValues: [] },
    skippedLines: { otherStore: 0, total: 0, picture: 0 },
  });
});
