import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import type { ProductFilter } from "./shelf.schema.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

/** A shop with two stores. `london` has all products, `york` only the blue mug. */
async function shop() {
  const { id: retailerId } = await t.retailer();
  const london = await t.store(retailerId, { name: "London" });
  const york = await t.store(retailerId, { name: "York", city: "York" });
  async function* products() {
    yield Buffer.from("sku,title\n5000000000012,Blue mug\n5000000000029,Red mug 100%\n50000,Mug mat\n");
  }
  await caller.products.putFeed({ retailerId, feed: products() });
  const lines = [
    { barcode: "5000000000012", price: 4, quantity: 9 },
    { barcode: "5000000000029", price: 3, quantity: 2 },
    { barcode: "50000", price: 8, quantity: 0 },
    { barcode: "A-1", price: 1, quantity: 1 },
  ];
  await caller.inventory.patchStock({ ...london.ids, body: lines });
  await caller.inventory.patchStock({ ...york.ids, body: [{ barcode: "5000000000012", price: 5, quantity: 0.5 }] });
  const find = async (filter: ProductFilter, order: object = { sort: "name" }) =>
    (await caller.inventory.findProducts({ retailerId, filter, order })).data.map(({ barcode }) => barcode);
  return { retailerId, london: london.ids, york: york.ids, find };
}

/** An edit of a title must also have these fields. */
const data = { description: "It is useful.", brand: "Potter", image: ["https://x.example/1.png"] };

const blue = "5000000000012";
const red = "5000000000029";

test("a row has the values of all stores, and of one store with a store filter", async () => {
  const { retailerId, york } = await shop();
  const found = await caller.inventory.findProducts({ retailerId, filter: { q: blue } });
  const row = {
    barcode: blue,
    title: "Blue mug",
    brand: null,
    image: null,
    currency: "GBP",
    edited: false,
    refused: null,
    missing: [],
  };
  const shown = { hiddenIn: 0, hiddenEverywhere: false };
  expect(found).toEqual({
    total: 1,
    data: [{ ...row, ...shown, price: 4, highestPrice: 5, quantity: 9.5, status: "in_stock", stores: 2 }],
  });
  await caller.customizations.edit({ ...york, barcode: blue, body: { hidden: true } });
  const inYork = await caller.inventory.findProducts({ retailerId, filter: { storeId: york.storeId } });
  const here = { price: 5, highestPrice: 5, quantity: 0.5, status: "low_stock", stores: 1, hiddenIn: 1 };
  expect(inYork.data).toEqual([{ ...row, ...here, hiddenEverywhere: false }]);
  const everywhere = await caller.inventory.findProducts({ retailerId, filter: { q: blue } });
  expect(everywhere.data[0]).toMatchObject({ stores: 2, hiddenIn: 1 });
});

test("a text finds the beginning of barcodes, a whole barcode in another spelling, and words of titles", async () => {
  const { retailerId, find } = await shop();
  expect(await find({ q: "50000" })).toEqual([blue, "50000", red]);
  expect(await find({ barcode: "50000" })).toEqual(["50000"]);
  expect(await find({ barcode: `000${blue}` })).toEqual([blue]);
  expect(await find({ barcode: "5000" })).toEqual([]);
  expect(await find({ barcode: blue, q: "red" })).toEqual([]);
  expect(await find({ q: `000${blue}` })).toEqual([blue]);
  expect(await find({ q: "500000" })).toEqual([blue, red]);
  expect(await find({ q: "mug BLUE" })).toEqual([blue]);
  expect(await find({ q: "0%" })).toEqual([red]);
  expect(await find({ q: "ug" })).toEqual([blue, "50000", red]);
  expect(await find({ q: "zeppelin" })).toEqual([]);
  await caller.customizations.edit({ retailerId, barcode: blue, body: { ...data, title: "Cup" } });
  expect(await find({ q: "blue" })).toEqual([]);
  expect(await find({ q: "cup" })).toEqual([blue]);
});

test("words find the title that is shown: of an edit, then of the product, then of a stock file", async () => {
  const { retailerId, london, york, find } = await shop();
  const line = { price: 1, quantity: 1, condition: "new" } as const;
  const titled = [
    { barcode: "A-1", title: "Ant of the file", ...line },
    { barcode: blue, title: "Ant behind the product", ...line },
  ];
  await caller.inventory.patchStock({ ...london, body: titled });
  for (const sort of ["name", "barcode"]) {
    expect(await find({ q: "ant" }, { sort })).toEqual(["A-1"]);
    expect(await find({ q: "ant", hidden: false }, { sort })).toEqual(["A-1"]);
  }
  await caller.customizations.edit({ ...york, barcode: blue, body: { ...data, title: "Ant of York" } });
  await caller.customizations.edit({ retailerId, barcode: "A-1", body: { ...data, title: "Beetle" } });
  expect(await find({ q: "ant" })).toEqual([blue]);
  expect(await find({ q: "ant", storeId: london.storeId })).toEqual([]);
  expect(await find({ q: "ant", storeId: york.storeId })).toEqual([blue]);
  expect((await caller.inventory.findProducts({ retailerId, filter: { q: "mug" } })).total).toBe(3);
});

test("the list of items and the product list find the same by any text and by any barcode", async () => {
  const { retailerId } = await t.retailer().then(({ id }) => ({ retailerId: id }));
  const { ids } = await t.store(retailerId);
  const { ids: other } = await t.store(retailerId);
  const titles = ["Mug 12", "mug 012", "100% bk1", "Blue  mug", "12", "bk1 blue", undefined];
  const barcodes = [
    "bk1",
    "bk10",
    "bk11",
    "BK1",
    "012",
    "12",
    "0012345678",
    "012345678905",
    "12345",
    "123456789012",
    "5000000000012",
  ];
  barcodes.push("1", "00", "0000123", "x_1", "x%1", "5012345678900");
  const body = barcodes.map((barcode, n) => {
    const title = titles[n % titles.length];
    return { barcode, price: n + 1, quantity: 5, ...(title && { title }) };
  });
  await caller.inventory.patchStock({ ...ids, body });
  await caller.inventory.patchStock({ ...other, body: body.slice(5).toReversed() });
  const hidden = { hidden: true, ...data, title: "Mug bk1 0012" };
  await caller.customizations.edit({ ...ids, barcode: "12345", body: hidden });
  const texts = [
    ...barcodes,
    ...titles.flatMap((title) => title ?? []),
    ...["0", "bk", "mug", "m 1", "b", "x_", "%", "12 mug", "zero"],
  ];
  texts.push(
    "(01)05012345678900",
    "00000000012345678",
    "a b c d e f g h i j",
    " bk1 ",
    "mug  blue",
    "00123456",
    "0012",
  );
  for (const storeId of [ids.storeId, other.storeId]) {
    for (const filter of texts.flatMap((text) => [{ q: text }, { barcode: text.trim() }, { q: text, hidden: false }])) {
      const items = await caller.inventory.listItems({ retailerId, storeId, page: { size: 100 }, ...filter });
      const expected = items.data.map(({ barcode }) => barcode).sort();
      for (const sort of ["name", "quantity"]) {
        const order = { sort, descending: false } as { sort: "name"; descending: boolean };
        const found = await caller.inventory.findProducts({
          retailerId,
          filter: { storeId, ...filter },
          order,
          pageSize: 100,
        });
        expect([filter, sort, found.data.map(({ barcode }) => barcode).sort()]).toEqual([filter, sort, expected]);
        expect(found.total).toBe(expected.length);
      }
    }
  }
  const all = await caller.inventory.findProducts({ retailerId, filter: { q: "12345" }, order: { sort: "quantity" } });
  expect(all.data.find(({ barcode }) => barcode === "12345")).toMatchObject({ stores: 2, quantity: 10 });
});

test("each order is an order of all products, in both directions", async () => {
  const { find } = await shop();
  expect(await find({})).toEqual(["A-1", blue, "50000", red]);
  expect(await find({}, { sort: "name", descending: true })).toEqual([red, "50000", blue, "A-1"]);
  expect(await find({}, { sort: "barcode" })).toEqual(["50000", blue, red, "A-1"]);
  expect(await find({}, { sort: "price" })).toEqual(["A-1", red, blue, "50000"]);
  expect(await find({}, { sort: "quantity", descending: true })).toEqual([blue, red, "A-1", "50000"]);
});

test("pages follow each other, and a page beyond the last is empty with the total", async () => {
  const { retailerId } = await shop();
  const page = (n: number) => caller.inventory.findProducts({ retailerId, pageNumber: n, pageSize: 3 });
  expect((await page(1)).data).toHaveLength(3);
  expect((await page(2)).data).toHaveLength(1);
  expect(await page(3)).toEqual({ data: [], total: 4 });
});

test("filters find products by stock, visibility, edits and store", async () => {
  const { retailerId, york, find } = await shop();
  expect(await find({ status: "out_of_stock" })).toEqual(["50000"]);
  expect(await find({ status: "low_stock" })).toEqual(["A-1", blue, red]);
  await caller.customizations.edit({ ...york, barcode: blue, body: { hidden: true } });
  await caller.customizations.edit({ retailerId, barcode: "A-1", body: { ...data, title: "Ant" } });
  expect(await find({ hidden: true })).toEqual([blue]);
  expect(await find({ hidden: false, storeId: york.storeId })).toEqual([]);
  expect(await find({ edited: true }), "a hide is no edit").toEqual(["A-1"]);
  await caller.customizations.edit({ ...york, barcode: blue, body: { channels: [] } });
  expect(await find({ edited: true })).toEqual(["A-1", blue]);
  expect(await find({ edited: false })).toEqual([blue, "50000", red]);
  await caller.inventory.patchStock({ ...york, body: [{ barcode: "Z-9", price: 1, quantity: 9 }] });
  expect(await find({ titled: false })).toEqual(["Z-9"]);
  expect(await find({ titled: true, q: "m" })).toEqual([blue, "50000", red]);
  const now = t.ctx.now().getTime();
  expect(await find({ addedSince: new Date(now - 60_000).toISOString(), status: "low_stock" })).toEqual([
    "A-1",
    blue,
    red,
  ]);
  expect(await find({ addedSince: new Date(now + 60_000).toISOString() })).toEqual([]);
});

test("the filter of a channel finds the products that their visibility calls not shown, with the same reason", async () => {
  const { retailerId, london, york, find } = await shop();
  const parameters = { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };
  await caller.channels.enable({ ...london, body: { type: "search", parameters: { locationId: "1" } } });
  await caller.channels.enable({ ...london, body: { type: "webhooks", parameters } });
  const where = { retailerId, storeId: london.storeId };
  await t.ctx.db.prisma.channel.updateMany({ where, data: { status: "connected" } });
  const states = { [blue]: "disapproved", [red]: "refused", "50000": "unidentified", "A-1": "sent" } as const;
  for (const barcode of [...Object.keys(states), "B-2", "B-3"]) {
    await caller.inventory.patchStock({
      ...london,
      body: [{ barcode, price: 1, quantity: barcode === "B-3" ? 0 : 5 }],
    });
    await caller.inventory.patchStock({ ...york, body: [{ barcode, price: 1, quantity: 5 }] });
  }
  for (const [itemKey, state] of Object.entries(states)) {
    const data = { ...where, itemKey, state, updatedAt: t.ctx.now(), sent: { status: "in_stock" } };
    await t.ctx.db.prisma.listing.upsert({
      where: { retailerId_storeId_itemKey: { ...where, itemKey } },
      create: data,
      update: data,
    });
  }
  await caller.customizations.edit({ ...london, barcode: "B-2", body: { channels: ["search"] } });
  await caller.customizations.edit({ retailerId, barcode: red, body: { hidden: true } });
  await caller.customizations.edit({ ...york, barcode: red, body: { hidden: false } });
  const seen = new Set<string>();
  for (const { storeId } of [london, york]) {
    const { data } = await caller.inventory.listItems({ retailerId, storeId, page: { size: 100 } });
    for (const channel of ["search", "webhooks", "local_ads"] as const) {
      const firstOf = (item: (typeof data)[number]) => item.visibility.find((one) => one.channel === channel);
      const expected = data.filter((item) => !firstOf(item)?.visible);
      const order = { sort: "barcode" };
      expect(await find({ storeId, notShownOn: channel }, order)).toEqual(expected.map(({ barcode }) => barcode));
      for (const because of new Set(expected.map((item) => firstOf(item)?.reasons[0]?.code))) {
        if (!because || because === "Shown") continue;
        seen.add(because);
        const same = expected.filter((item) => firstOf(item)?.reasons[0]?.code === because);
        const found = await find({ storeId, notShownOn: channel, because }, order);
        expect(found, `${channel} ${because}`).toEqual(same.map(({ barcode }) => barcode));
      }
    }
  }
  expect([...seen].sort()).toEqual([
    "ChannelNotEnabled",
    "Hidden",
    "ListingDisapproved",
    "ListingPending",
    "ListingRejected",
    "NotInChannels",
    "OutOfStock",
  ]);

  // Each count is the total of the list that its filter finds.
  for (const storeId of [undefined, london.storeId, york.storeId]) {
    const total = async (filter: object) => (await find({ ...(storeId && { storeId }), ...filter })).length;
    const { channels, isCut, ...counts } = await caller.inventory.countProducts({ retailerId, storeId });
    expect(isCut).toBe(false);
    expect(counts).toEqual({
      products: await total({}),
      outOfStock: await total({ status: "out_of_stock" }),
      shown: await total({ hidden: false }),
      hidden: await total({ hidden: true }),
    });
    for (const { id, shown, refused, isOn, reasons } of channels) {
      expect([id, isOn]).toEqual([id, storeId !== york.storeId && id !== "local_ads"]);
      expect([id, shown]).toEqual([id, await total({ shownOn: id })]);
      expect([id, refused]).toEqual([id, await total({ notShownOn: id, because: "ListingRefused" })]);
      for (const { because, products } of reasons)
        expect([id, because, products]).toEqual([id, because, await total({ notShownOn: id, because })]);
    }
    const search = channels.find(({ id }) => id === "search");
    expect(search).toMatchObject(storeId === york.storeId ? { shown: 0, refused: 0 } : { shown: 1, refused: 3 });
  }
  // The task of a store counts what the list of its link finds.
  const { data: tasks } = await caller.overview.tasks({ retailerId });
  expect(tasks.find(({ kind }) => kind === "products_rejected")).toMatchObject({ count: 3 });
});

test("finds nothing for a caller from another shop, and nothing in another shop's store", async () => {
  const { retailerId } = await shop();
  const { york } = await shop();
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  await expect(stranger.inventory.findProducts({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(caller.inventory.findProducts({ retailerId, filter: { storeId: york.storeId } })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
