import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { inventory, customizations, channels } = createCaller(t.ctx);
const [gtin, mug] = ["5012345678900", "mug-1"];
const values = { title: "Mug", description: "Big", brand: "Acme", image: ["https://x.example/a.png"] };

async function shop(lines: object[]) {
  const retailerId = (await t.retailer()).id;
  const { ids } = await t.store(retailerId);
  await inventory.patchStock({ ...ids, body: lines.map((line) => ({ price: 10, quantity: 5, ...line })) });
  return { retailerId, ids, page: { size: 100 } };
}
const fieldsOf = (of: { missing: { field: string }[] }) => of.missing.map(({ field }) => field);

test("items and products name what search wants beyond a title, and the call in fix adds it", async () => {
  const { retailerId, ids } = await shop([{ barcode: mug }, { barcode: gtin }]);
  expect(fieldsOf(await inventory.getItem({ ...ids, barcode: gtin }))).toEqual(["image", "description"]);
  const item = await inventory.getItem({ ...ids, barcode: mug });
  expect(fieldsOf(item)).toEqual(["image", "description", "brand"]);
  expect((await inventory.getProduct({ retailerId, barcode: mug })).missing).toEqual(item.missing);
  for (const { channel, field, fix } of item.missing) {
    const missing = ["title", field];
    expect(channel).toBe("search");
    expect(fix).toEqual({ method: "PATCH", path: `/v1/retailers/${retailerId}/inventory/${mug}`, body: {}, missing });
    const body = Object.fromEntries(Object.entries(values).filter(([name]) => missing.includes(name)));
    await customizations.edit({ retailerId, barcode: mug, body });
    expect(fieldsOf(await inventory.getItem({ ...ids, barcode: mug }))).not.toContain(field);
  }
  expect(fieldsOf(await inventory.getProduct({ retailerId, barcode: mug }))).toEqual([]);
});

test("a product with a title needs no other field in the call", async () => {
  const { retailerId, ids } = await shop([{ barcode: mug, title: "Mug" }]);
  const [first] = (await inventory.getItem({ ...ids, barcode: mug })).missing;
  expect(first?.fix.missing).toEqual(["image"]);
  await customizations.edit({ retailerId, barcode: mug, body: { image: values.image } });
  expect(fieldsOf(await inventory.getItem({ ...ids, barcode: mug }))).toEqual(["description", "brand"]);
});

test("the filters of every list find the products whose record names something", async () => {
  const subsets = Array.from({ length: 16 }, (_, n) => Object.keys(values).filter((_, at) => n & (1 << at)));
  const barcodes = subsets
    .flatMap((_, n) => [`mug-${n}`, ["5012345678900", "4006381333931", "96385074"][n] ?? []])
    .flat();
  const { retailerId, ids, page } = await shop(barcodes.map((barcode) => ({ barcode })));
  for (const [n, fields] of subsets.entries()) {
    const given = Object.entries(values).filter(([field]) => fields.includes(field) || field === "title");
    const known = barcodes.filter((barcode) => barcode === `mug-${n}` || barcode === barcodes[2 * n + 1]);
    for (const barcode of known) await customizations.edit({ retailerId, barcode, body: Object.fromEntries(given) });
  }
  const all = (await inventory.listItems({ ...ids, page })).data;
  const lacking = all.filter(({ missing }) => missing.length).map(({ barcode }) => barcode);
  expect(lacking.length).toBeGreaterThan(0);
  expect(lacking.length).toBeLessThan(all.length);
  const listed = await inventory.listItems({ ...ids, page, missing: "google" });
  expect(listed.data.map(({ barcode }) => barcode)).toEqual(lacking);
  for (const filter of [{ missing: "search" }, { missing: "search", storeId: ids.storeId }]) {
    const found = await inventory.findProducts({ retailerId, filter, pageSize: 100 });
    expect(found.data.map(({ barcode }) => barcode)).toEqual(lacking);
    expect(
      found.data.every(({ missing }) => missing.length === 0),
      "no store has search",
    ).toBe(true);
  }
  expect((await inventory.listItems({ ...ids, page, missing: "webhooks" })).data).toEqual([]);
  await channels.enable({ ...ids, body: { type: "search", parameters: { locationId: "1234567890" } } });
  const rows = await inventory.findProducts({ retailerId, pageSize: 100 });
  expect(rows.data.map(({ missing }) => missing)).toEqual(all.map(fieldsOf));
});

test("a picture or a description for search counts, in the item, the product and the filter", async () => {
  const { retailerId, ids, page } = await shop([{ barcode: gtin, title: "Mug" }]);
  const search = { description: "Big", image: ["https://x.example/a.png"] };
  await customizations.edit({ retailerId, barcode: gtin, body: { for: { search } } });
  expect(fieldsOf(await inventory.getItem({ ...ids, barcode: gtin }))).toEqual([]);
  expect(await inventory.getProduct({ retailerId, barcode: gtin })).toMatchObject({ missing: [], images: [] });
  expect((await inventory.listItems({ ...ids, page, missing: "google" })).data).toEqual([]);
});
