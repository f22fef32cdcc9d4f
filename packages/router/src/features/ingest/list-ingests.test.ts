import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

type Ids = { retailerId: string; storeId: string };
const patch = (ids: Ids, body: Record<string, unknown>[]) => caller.inventory.patchStock({ ...ids, body });

test("the list finds all ingests, only files, or only PATCHes", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  async function* feed() {
    yield Buffer.from("barcode,price,quantity\na,1,1\n");
  }
  await patch(ids, [{ barcode: "mug", price: 1, quantity: 1 }]);
  await caller.inventory.putStock({ ...ids, mode: "update", feed: feed() });
  await patch(ids, [{ barcode: "mug", quantity: 2 }]);
  const modes = async (feeds?: boolean) =>
    (await caller.inventory.listIngests({ ...ids, page: {}, feeds })).data.map(({ mode }) => mode);
  expect([await modes(), await modes(true), await modes(false)]).toEqual([
    ["patch", "update", "patch"],
    ["update"],
    ["patch", "patch"],
  ]);
});

test("pages follow each other, newest first, and show no ingest of another store", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  const other = await t.store(id);
  for (const quantity of [1, 2, 3]) {
    await patch(ids, [{ barcode: "mug", price: 1, quantity }]);
    await patch(other.ids, [{ barcode: "mug", price: 1, quantity }]);
    t.advance(1_000);
  }
  const first = await caller.inventory.listIngests({ ...ids, page: { size: 2 } });
  const second = await caller.inventory.listIngests({ ...ids, page: { size: 2, after: first.next ?? "" } });
  const all = [...first.data, ...second.data];
  expect(all).toHaveLength(3);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  expect(second.next).toBeNull();
});
