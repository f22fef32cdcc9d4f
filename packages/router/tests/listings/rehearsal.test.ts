import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { publishListings, readListingProblems, reconcileListings } from "../../src/features/listings/index.ts";
import { acceptInvitations, checkSearchChannels } from "../../src/features/search/index.ts";
import { createCaller } from "../../src/router.ts";

const t: TestContext = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);
const worker = t.asSystem();

const ITEMS = 40;
/** GTIN-8s, and barcodes that cannot be identified. */
const barcodes = Array.from({ length: ITEMS }, (_, n) => {
  const digits = `96${String(n).padStart(5, "0")}`;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
});

async function shopAt(locationId: string) {
  const { id } = await t.retailer();
  const { ids } = await t.store(id, { name: `Shop ${locationId}` });
  const lines = [...barcodes, "SOFA-1"].map((barcode) => ({ barcode, price: 5, quantity: 5 }));
  await api.inventory.patchStock({ ...ids, body: lines });
  await api.channels.enable({ ...ids, body: { type: "search", parameters: { locationId } } });
  return ids;
}

/** Runs all jobs of the worker each second. */
async function live(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    t.advance(1_000);
    await acceptInvitations(worker);
    await checkSearchChannels(worker);
    await publishListings(worker);
    await readListingProblems(worker);
  }
}

type Ids = Awaited<ReturnType<typeof shopAt>>;
const counts = (ids: Ids) => api.listings.counts({ ...ids, type: "search" });
const warnings = async (ids: Ids) =>
  (await api.channels.list(ids)).flatMap((channel) => channel.warnings.map(({ id }) => id));

test("an enabled channel becomes connected with all items sent, and its removal leaves nothing", async () => {
  const ids = await shopAt("1000000001");
  await live(30);
  expect(await api.channels.list(ids)).toMatchObject([{ status: "connected", warnings: [] }]);
  expect(await counts(ids)).toMatchObject({ sent: ITEMS, unidentified: 1, waiting: 0 });
  expect(await reconcileListings(worker)).toMatchObject({ wrong: [] });
  await api.channels.remove({ ...ids, type: "search" });
  const left = "SELECT FROM listing WHERE retailer_id = $1 UNION ALL SELECT FROM publication WHERE retailer_id = $1";
  expect(await t.ctx.db.query(left, [ids.retailerId])).toEqual([]);
});

test("at a location with disapproved items, these items have the state", async () => {
  const ids = await shopAt("9945000001");
  await live(30);
  const { sent, disapproved } = await counts(ids);
  expect(sent + disapproved).toBe(ITEMS);
  expect(disapproved).toBeGreaterThan(0);
  expect(sent).toBeGreaterThan(0);
  const { items } = (await api.channels.setup(ids)) ?? {};
  expect(items).toMatchObject({ rejected: disapproved });
});

test("at a location without quota the items wait and the channel has a warning, until there is quota again", async () => {
  const ids = await shopAt("9960200001");
  await live(15);
  expect(await counts(ids)).toMatchObject({ sent: 0, waiting: ITEMS });
  expect(await warnings(ids)).toContain("SearchQuotaExceeded");
  await live(25);
  expect(await counts(ids)).toMatchObject({ sent: ITEMS, waiting: 0 });
  expect(await warnings(ids)).not.toContain("SearchQuotaExceeded");
});
