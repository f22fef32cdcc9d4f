import { createTestContext } from "@highstreet/router/testing";
import { createRecordingProvider, startSending } from "@highstreet/router/testing/listings";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { publishListings } from "./publish-listings.ts";

let now = (): Date => new Date();
const { providers } = createRecordingProvider(() => now());
const t = await createTestContext({ providers });
now = t.ctx.now;
afterAll(() => t.close());
const api = createCaller(t.ctx);

const barcodes = ["5012345678900", "5000000000012", "96385074"] as const;
const [mug, lamp] = barcodes;
const { id } = await t.retailer();
const { ids } = await t.store(id);
await api.inventory.patchStock({
  ...ids,
  body: [...barcodes, "SOFA-1"].map((barcode) => ({ barcode, price: 44.9, quantity: 2 })),
});
await startSending(t.ctx, ids, "7001");
await publishListings(t.asSystem());
const list = (fields: object = {}) => api.listings.list({ ...ids, type: "search", page: {}, ...fields });

test("an item is listed with its wanted state, its sent state and its problem", async () => {
  const shown = {
    status: "low_stock",
    price: 44.9,
    currency: "GBP",
    title: null,
    description: null,
    brand: null,
    images: [],
    pickup: null,
  };
  const sentAt = t.ctx.now().toISOString();
  expect((await list({ q: "5012" })).data).toEqual([
    { barcode: mug, title: null, state: "sent", wanted: shown, sent: shown, sentAt, problem: null, updatedAt: sentAt },
  ]);
  expect((await list({ state: "unidentified" })).data).toMatchObject([
    { barcode: "SOFA-1", wanted: null, sent: null, problem: { code: "not_identifiable" } },
  ]);
});

test("pages with filters lead forward and back", async () => {
  const first = await list({ page: { size: 2 }, state: "sent" });
  const second = await list({ page: { size: 2, after: first.next ?? "" }, state: "sent" });
  const found = [...first.data, ...second.data].map(({ barcode }) => barcode);
  expect(found).toEqual([...barcodes].sort());
  expect(second.next).toBeNull();
  expect((await list({ page: { size: 2, after: second.prev ?? "" }, state: "sent" })).data).toEqual(first.data);
});

test("local ads use the same listings, without items that are hidden only in local ads", async () => {
  await t.ctx.db.query(
    `INSERT INTO channel (retailer_id, store_id, channel, status, created_at, updated_at)
     VALUES ($1, $2, 'local_ads', 'pending', now(), now())`,
    [id, ids.storeId],
  );
  await api.customizations.edit({ ...ids, barcode: lamp, body: { channels: ["search"] } });
  const wantedIn = async (type: string) => (await list({ type, q: lamp })).data[0]?.wanted;
  expect(await wantedIn("local-ads")).toBeNull();
  expect(await wantedIn("search")).not.toBeNull();
});
