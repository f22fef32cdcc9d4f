import { createTestContext } from "@highstreet/router/testing";
import { startSending } from "@highstreet/router/testing/listings";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { publishListings } from "./publish-listings.ts";
import { reconcileListings } from "./reconcile-listings.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);
const worker = t.asSystem();

const [mug, lamp] = ["5012345678900", "5000000000012"] as const;
const { id } = await t.retailer();
const { ids } = await t.store(id);
await api.inventory.patchStock({
  ...ids,
  body: [mug, lamp].map((barcode) => ({ barcode, price: 5, quantity: 5 })),
});
await startSending(t.ctx, ids, "7001");

test("compared listings have no difference, and marked items count as no difference", async () => {
  expect(await reconcileListings(worker)).toEqual({ stores: 1, items: 2, wrong: [] });
  await api.inventory.patchStock({ ...ids, body: [{ barcode: mug, price: 6 }] });
  expect(await reconcileListings(worker)).toEqual({ stores: 1, items: 2, wrong: [] });
  expect(await publishListings(worker)).toBe(2);
});

test("an unmarked change is found, counted and corrected", async () => {
  await api.inventory.patchStock({ ...ids, body: [{ barcode: mug, price: 7 }] });
  await t.ctx.db.query("DELETE FROM listing_change WHERE retailer_id = $1", [id]);
  expect(await publishListings(worker)).toBe(0);
  expect(await reconcileListings(worker)).toEqual({ stores: 1, items: 2, wrong: [{ ...ids, differences: 1 }] });
  expect(await publishListings(worker)).toBe(1);
  expect(await reconcileListings(worker)).toMatchObject({ wrong: [] });
});

const dueAt = async () => {
  const rows = await t.ctx.db.query<{ dueAt: Date }>(
    'SELECT due_at AS "dueAt" FROM publication WHERE retailer_id = $1',
    [id],
  );
  return rows.map((row) => row.dueAt);
};

test("a store without differences is not due earlier", async () => {
  const before = await dueAt();
  expect(before[0]?.getTime()).toBeGreaterThan(t.ctx.now().getTime());
  await reconcileListings(worker);
  expect(await dueAt()).toEqual(before);
});

test("each store is reconciled once a night, the longest ago first, and a long run continues later", async () => {
  const second = await t.store(id);
  await api.inventory.patchStock({ ...second.ids, body: [{ barcode: mug, price: 5, quantity: 5 }] });
  await startSending(t.ctx, second.ids, "7002");
  t.advance(86_400_000);
  const since = t.ctx.now();
  const now = () => {
    t.advance(20_000);
    return t.ctx.now();
  };
  const slow = { ...worker, now };
  expect(await reconcileListings(slow, { since })).toMatchObject({ stores: 1, items: 1 });
  expect(await reconcileListings(worker, { since })).toMatchObject({ stores: 1, items: 2 });
  expect(await reconcileListings(worker, { since })).toEqual({ stores: 0, items: 0, wrong: [] });
});
