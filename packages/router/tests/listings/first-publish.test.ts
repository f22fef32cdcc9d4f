import { createMemoryBuckets } from "@highstreet/providers";
import { createTestContext } from "@highstreet/router/testing";
import { createRecordingProvider, startSending } from "@highstreet/router/testing/listings";
import { afterAll, expect, test } from "vitest";
import { publishListings } from "../../src/features/listings/index.ts";
import { createCaller } from "../../src/router.ts";
import { createVirtualTime } from "./virtual-time.ts";

const ITEMS = 50_000;
const QUOTA = { name: "calls", perMinute: 6_000 };
const MINIMUM_MS = (ITEMS / QUOTA.perMinute) * 60_000;
/** Time of the provider's answer. */
const ANSWER_MS = 300;

const time = createVirtualTime();
const buckets = createMemoryBuckets(() => time.now());
let now = (): Date => new Date();
const provider = createRecordingProvider(() => now());
provider.disturb = async (when) => {
  if (when === "after") return;
  const turn = await buckets.take([QUOTA], 60_000);
  if ("tooLate" in turn) throw new Error("a call waited longer than the provider is patient");
  await time.sleep(turn.waitMs + ANSWER_MS);
};
const t = await createTestContext({ providers: provider.providers });
now = () => new Date(time.now());
afterAll(() => t.close());
const ctx = { ...t.asSystem(), now };
const api = createCaller({ ...t.ctx, now });

/** GTIN-13s: twelve digits and their check digit. */
const fill = `
  INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, created_at, updated_at)
  SELECT $1, $2, gtin, gtin, 'in_stock', 5, 9.50, 'GBP', 'new', $3, $3
  FROM generate_series(1, ${ITEMS}) n
  CROSS JOIN LATERAL (SELECT '501' || lpad(n::text, 9, '0') AS digits) d
  CROSS JOIN LATERAL (
    SELECT sum(substr(digits, at, 1)::int * CASE WHEN at % 2 = 0 THEN 3 ELSE 1 END) AS sum FROM generate_series(1, 12) at
  ) s
  CROSS JOIN LATERAL (SELECT digits || (10 - sum % 10) % 10 AS gtin) g`;

const some = "SELECT barcode FROM stock_item WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key LIMIT 100";

/** Runs the worker until there is no more work. */
async function publishAll(): Promise<number> {
  const begun = time.now();
  while ((await publishListings(ctx)) > 0);
  return time.now() - begun;
}

test("50,000 items are published by 50,000 calls, in the time that the quota allows plus 5 %, and a change of 100 items takes 100 calls", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await t.ctx.db.query(fill, [id, ids.storeId, now()]);
  await startSending(ctx, ids, "7001");
  const took = await publishAll();
  expect(provider.calls).toEqual({ submitted: ITEMS, described: 0, forgotten: 0 });
  expect(provider.shelves.size).toBe(ITEMS);
  expect(took / MINIMUM_MS).toBeLessThan(1.05);

  const changed = await t.ctx.db.query<{ barcode: string }>(some, [id, ids.storeId]);
  await api.inventory.patchStock({ ...ids, body: changed.map(({ barcode }) => ({ barcode, price: 8 })) });
  await publishAll();
  expect(provider.calls.submitted).toBe(ITEMS + 100);
}, 180_000);
