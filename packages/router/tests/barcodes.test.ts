import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createCaller } from "../src/router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

const GTIN = "5012345678900";
const ELEMENTS = `(01)0${GTIN}(17)261231(10)AB12`;
const spellings = [
  ELEMENTS,
  `]C1010${GTIN}10AB12`,
  `\x1d010${GTIN}`,
  `]E0${GTIN}`,
  `https://id.gs1.org/01/0${GTIN}/10/ABC?17=261231`,
  `HTTPS://shop.example/gtin/${GTIN}`,
  "501234\u200b5678900",
  "5-012345\u00a0678900",
];

let retailerId: string;
let ids: { retailerId: string; storeId: string };
let other: typeof ids;
beforeEach(async () => {
  retailerId = (await t.retailer()).id;
  ids = (await t.store(retailerId)).ids;
  other = (await t.store(retailerId)).ids;
});

const patch = (store: typeof ids, ...body: Record<string, unknown>[]) => api.inventory.patchStock({ ...store, body });
const sell = (barcode: string, store = ids) => patch(store, { barcode, price: 1, quantity: 5 });
const keys = async ({ storeId } = ids) => {
  const rows = await t.ctx.db.prisma.stockItem.findMany({
    where: { retailerId, storeId },
    orderBy: { itemKey: "asc" },
  });
  return rows.map(({ itemKey, barcode, quantity }) => [itemKey, barcode, Number(quantity)]);
};
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const invalid = (pointer: string) => ({
  cause: { code: "ValidationFailed", members: { errors: [expect.objectContaining({ pointer })] } },
});

test.each(spellings)("%j names the item of its GTIN in every call", async (barcode) => {
  await sell(GTIN);
  await patch(ids, { barcode, quantity: 7 });
  expect(await keys()).toEqual([[GTIN, expect.stringMatching(`^0?${GTIN}$`), 7]]);
  const id = `local:en:GB:00000${GTIN}`;
  expect(await api.inventory.getItem({ ...ids, barcode })).toMatchObject({ id, quantity: 7 });
  expect(await api.inventory.getProduct({ retailerId, barcode })).toMatchObject({ id });

  await api.customizations.edit({ ...ids, barcode, body: { hidden: true } });
  await api.customizations.edit({ retailerId, barcode, body: { channels: [] } });
  expect(await api.inventory.getItem({ ...ids, barcode: GTIN })).toMatchObject({ hidden: true, channels: [] });
  const page = { size: 10 };
  expect((await api.customizations.list({ retailerId, barcode, page })) as object).toMatchObject({
    data: { length: 2 },
  });
  expect((await api.history.list({ retailerId, barcode, page })).data).toHaveLength(2);
  const posted = await api.customizations.post({ ...ids, body: { barcode, hidden: false } });
  expect(posted).toMatchObject({ created: false, customization: { hidden: false } });
  const [batched] = await api.customizations.postBatch({ retailerId, body: [{ barcode, hidden: true }] });
  expect(batched).toMatchObject({ hidden: true, version: 2 });
  await api.customizations.deleteByBarcode({ retailerId, body: { barcode } });
  await api.customizations.deleteByBarcode({ ...ids, barcode });

  expect(await api.inventory.findProducts({ retailerId, filter: { q: barcode } })).toMatchObject({ total: 1 });
  expect((await api.inventory.listItems({ ...ids, q: barcode, page })).data).toHaveLength(1);
  const filter = { barcodes: [barcode] };
  expect(await api.operations.planEdit({ retailerId, body: { filter, edit: { hidden: true } } })).toMatchObject({
    products: 1,
  });
});

describe("an item that exists under a spelling", () => {
  const page = { size: 10 };
  const keep = async (key: string, barcode = key) => {
    await sell("old");
    await t.ctx.db.prisma.stockItem.updateMany({
      where: { retailerId, storeId: ids.storeId, itemKey: "old" },
      data: { itemKey: key, barcode },
    });
  };

  test("keeps its key, its spelling and its id in calls, and merges with nothing", async () => {
    await keep(ELEMENTS);
    await sell(GTIN);
    await patch(ids, { barcode: ELEMENTS, quantity: 8, title: "Old" }, { barcode: ELEMENTS, price: "x" });
    expect(await keys()).toEqual([
      [ELEMENTS, ELEMENTS, 8],
      [GTIN, GTIN, 5],
    ]);
    await patch(other, { barcode: ELEMENTS, price: 1, quantity: 9 });
    expect(await keys(other)).toEqual([[GTIN, GTIN, 9]]);

    const barcode = ELEMENTS;
    expect(await api.inventory.getItem({ ...ids, barcode })).toMatchObject({ quantity: 8, barcode, title: "Old" });
    expect(await api.inventory.getItem({ ...other, barcode })).toMatchObject({ quantity: 9 });
    expect(await api.customizations.edit({ ...ids, barcode, body: { hidden: true } })).toMatchObject({ barcode });
    expect(await api.customizations.edit({ retailerId, barcode, body: { hidden: true } })).toMatchObject({ barcode });
    expect(await api.inventory.getItem({ ...ids, barcode: GTIN })).toMatchObject({ hidden: false });
    await api.customizations.post({ ...other, body: { barcode, hidden: true } });
    expect(await api.inventory.getItem({ ...other, barcode: GTIN })).toMatchObject({ hidden: true });
    const { data } = await api.inventory.findProducts({ retailerId, filter: { q: barcode } });
    expect(data).toMatchObject([{ barcode }]);
    expect((await api.inventory.listItems({ ...ids, q: barcode, page })).data).toMatchObject([{ barcode }]);
    await api.customizations.deleteByBarcode({ retailerId, barcode });
    expect((await api.history.list({ retailerId, barcode, page })).data).toHaveLength(4);
  });

  test("keeps its key in a file of stock, also in a line that is rejected", async () => {
    await keep(ELEMENTS);
    const put = (lines: string, store = ids) =>
      api.inventory.putStock({ ...store, mode: "replace", feed: pieces(`barcode,price,quantity,title\n${lines}`) });
    const file = `${ELEMENTS},1,7,Old\n${GTIN},1,6,New\n`;
    expect(await put(file)).toMatchObject({ validLines: 2, rejectedLines: 0, changedItems: 1, newItems: 1 });
    const both = [
      [ELEMENTS, ELEMENTS, 7],
      [GTIN, GTIN, 6],
    ];
    expect(await keys()).toEqual(both);
    expect(await api.inventory.getItem({ ...ids, barcode: ELEMENTS })).toMatchObject({ title: "Old" });
    expect(await api.inventory.getItem({ ...ids, barcode: GTIN })).toMatchObject({ title: "New" });
    expect(await put(`${ELEMENTS},x,7,Old\n${GTIN},1,6,New\n`)).toMatchObject({ validLines: 1, rejectedLines: 1 });
    expect(await keys()).toEqual(both);
    // Without such an item, the batch beside the GTIN is a part of the stock of one item.
    expect(await put(file, other)).toMatchObject({ validLines: 0, rejectedLines: 2, newItems: 0 });
    expect(await put(`${ELEMENTS},1,6,New\n`, other)).toMatchObject({ validLines: 1, newItems: 1 });
    expect(await keys(other)).toEqual([[GTIN, GTIN, 6]]);
  });

  test("keeps its key in a file of product data and in an import of edits", async () => {
    await keep(ELEMENTS);
    await sell(GTIN);
    await api.products.putFeed({ retailerId, feed: pieces(`barcode,title\n${ELEMENTS},Old\n${GTIN},New\n`) });
    const titleOf = async (barcode: string) => (await api.inventory.getItem({ ...ids, barcode })).title;
    expect([await titleOf(ELEMENTS), await titleOf(GTIN)]).toEqual(["Old", "New"]);
    const file = () => pieces(`barcode,hidden\n${ELEMENTS},yes\n`);
    const { selection, products } = await api.operations.planImport({ retailerId, feed: file() });
    expect(products).toBe(1);
    await api.operations.importEdits({ retailerId, feed: file(), selection });
    const hidden = async (barcode: string) => (await api.inventory.getItem({ ...ids, barcode })).hidden;
    expect([await hidden(ELEMENTS), await hidden(GTIN)]).toEqual([true, false]);
  });

  test("is the item of a UPC-E, which otherwise is its UPC-A", async () => {
    await keep("4252614", "04252614");
    const line = { upc: "04252614", price: 1, quantity: 6 };
    await patch(ids, line);
    expect(await keys()).toEqual([["4252614", "04252614", 6]]);
    await patch(other, line);
    expect(await keys(other)).toEqual([["42100005264", "042100005264", 6]]);
  });
});

test("a PATCH expands a UPC-E only in a member of UPCs, and a valid EAN-8 only in the USA and Canada", async () => {
  const both = { upc: "01234558", price: 1, quantity: 1 };
  await patch(ids, both, { barcode: "04252614", price: 1, quantity: 1 });
  expect((await keys()).map(([key]) => key)).toEqual(["1234558", "4252614"]);
  const { ids: boston } = await t.store(retailerId, { country: "US", timezone: "America/New_York" });
  await patch(boston, both);
  expect((await keys(boston)).map(([key]) => key)).toEqual(["12345000058"]);
});

test("text around a GTIN does not count in a PATCH, a path and an edit", async () => {
  const barcode = `${GTIN}, ABC-1`;
  await sell(barcode);
  expect(await keys()).toEqual([[barcode, barcode, 5]]);
  await expect(api.inventory.getItem({ ...ids, barcode: `EAN ${GTIN}` })).rejects.toThrow();
  await api.customizations.post({ ...ids, body: { barcode, hidden: true } });
  expect(await api.inventory.getItem({ ...ids, barcode })).toMatchObject({ hidden: true });
});

test("an edit of a barcode that no line can have is refused, and a code such as 60E27 is taken", async () => {
  const post = (barcode: string) => api.customizations.post({ retailerId, body: { barcode, hidden: true } });
  for (const barcode of ["5.01E+12", "5E+12", "N/A", "a\nb", "a".repeat(65)]) {
    await expect(post(barcode)).rejects.toMatchObject(invalid("/barcode"));
    const body = [
      { barcode: GTIN, hidden: true },
      { barcode, hidden: true },
    ];
    await expect(api.customizations.postBatch({ retailerId, body })).rejects.toMatchObject(invalid("/1/barcode"));
  }
  expect(await post("60E27")).toMatchObject({ created: true });
  expect(await sell("60E27")).toMatchObject({ validLines: 1 });
});

describe("the longest spelling of an item", () => {
  test("is the barcode of its edits, for one store and for all", async () => {
    await sell("12345678");
    await sell("0012345678", other);
    const barcode = "12345678";
    const edit = async (store: object) =>
      (await api.customizations.edit({ retailerId, ...store, barcode, body: { hidden: true } })).barcode;
    expect(await edit(ids)).toBe("12345678");
    expect(await edit(other)).toBe("0012345678");
    expect(await edit({})).toBe("0012345678");
    await api.customizations.deleteByBarcode({ retailerId, barcode });
    const body = [{ barcode, hidden: true }];
    expect(await api.customizations.postBatch({ retailerId, body })).toMatchObject([{ barcode: "0012345678" }]);
    const longer = await api.customizations.post({ retailerId, body: { barcode: "000012345678", hidden: null } });
    expect(longer.customization.barcode).toBe("000012345678");
  });

  test("is the barcode of its edits also if a line has it later", async () => {
    const post = (store: object, barcode: string) =>
      api.customizations.post({ retailerId, ...store, body: { barcode, hidden: true } });
    for (const store of [{}, ids, other]) await post(store, "12345678");
    await post({}, "123456789");
    await sell("0012345678");
    const feed = pieces("barcode,price,quantity\n00123456789,1,1\n00MUG,1,1\n");
    await api.inventory.putStock({ ...ids, mode: "update", feed });
    const { data } = (await api.customizations.list({ retailerId, page: { size: 10 } })) as {
      data: { barcode: string; storeId: string | null; version: number }[];
    };
    expect(data.map(({ barcode, storeId, version }) => [barcode, storeId, version])).toEqual([
      ["0012345678", null, 1],
      ["0012345678", ids.storeId, 1],
      ["12345678", other.storeId, 1],
      ["00123456789", null, 1],
    ]);
  });

  test("is the barcode of its product in a list and in an export", async () => {
    await sell("12345678");
    await sell("0012345678", other);
    const { data } = await api.inventory.findProducts({ retailerId });
    expect(data).toMatchObject([{ barcode: "0012345678", stores: 2 }]);
    expect(await api.inventory.getProduct({ retailerId, barcode: "12345678" })).toMatchObject({
      barcode: "0012345678",
    });
  });

  test("has no hyphens and no batch", async () => {
    const { customization } = await api.customizations.post({
      retailerId,
      body: { barcode: "0-306-40615-2", hidden: null },
    });
    expect(customization.barcode).toBe("9780306406157");
    const posted = await api.customizations.post({ retailerId, body: { barcode: ELEMENTS, hidden: null } });
    expect(posted.customization.barcode).toBe(GTIN);
  });
});
