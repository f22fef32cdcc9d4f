import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("rejected lines come in the order of the file, page by page", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const body = Array.from({ length: 5 }, (_, index) => ({ barcode: index === 2 ? "mug" : "", price: 1, quantity: 5 }));
  const { id: ingestId } = await caller.inventory.patchStock({ ...ids, body });
  const page = (after?: string) => caller.inventory.listRejections({ ...ids, ingestId, page: { size: 3, after } });
  const first = await page();
  const second = await page(first.next ?? "");
  expect(first.data.map(({ line, code }) => `${line} ${code}`)).toEqual(
    [1, 2, 4].map((line) => `${line} missing_barcode`),
  );
  expect(second.data.map(({ line }) => line)).toEqual([5]);
  expect((await page(second.prev ?? "")).data).toEqual(first.data);
  expect(await caller.inventory.countRejections({ ...ids, ingestId })).toEqual([
    { code: "missing_barcode", message: first.data[0]?.message, lines: 4 },
  ]);
});
