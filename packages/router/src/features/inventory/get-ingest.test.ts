import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext } from "../../testing.ts";

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

test("an ingest from before a member of its details existed has none of these details", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const ingest = await caller.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 1, quantity: 5 }] });
  await t.ctx.db.query("UPDATE ingest SET header = '{}' WHERE retailer_id = $1", [ids.retailerId]);
  expect(await caller.inventory.getIngest({ ...ids, ingestId: ingest.id })).toMatchObject({
    ...{ fallbackColumns: {}, ignoredColumns: [], ignoredMembers: [], droppedValues: [] },
    skippedLines: { otherStore: 0, total: 0, picture: 0 },
  });
});
