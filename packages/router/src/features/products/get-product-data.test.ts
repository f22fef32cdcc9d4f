import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

let retailerId: string;
beforeAll(async () => {
  retailerId = (await t.retailer()).id;
});

async function* feedOf(text: string) {
  yield Buffer.from(text);
}
const read = (barcode: string) => api.products.get({ retailerId, barcode });
const photo = (name: string) => `https://x.example/${name}.png`;

test("names each source of a product in the order of precedence, and joins stores with the same data", async () => {
  const shop = async (name: string) => (await t.store(retailerId, { name })).ids;
  const [leeds, york, hull] = [await shop("Leeds"), await shop("York"), await shop("Hull")];
  await api.products.putFeed({
    retailerId,
    feed: feedOf(`barcode,title,brand,image\n05012345678900,Blue mug,Acme,${photo("feed")}\n`),
  });
  await api.inventory.connect({ ...leeds, body: { provider: "csv-upload", parameters: {} } });
  await api.inventory.connect({ ...york, body: { provider: "csv-upload", parameters: {} } });
  await api.inventory.connect({ ...hull, body: { provider: "api", parameters: {} } });
  for (const ids of [leeds, york, hull]) {
    await api.inventory.patchStock({
      ...ids,
      body: [{ barcode: "5012345678900", price: 1, quantity: 1, title: "MUG BL" }],
    });
  }
  await t.ctx.db.prisma.inventorySource.update({
    where: { retailerId_storeId: hull },
    data: { provider: "connection", parameters: { connector: "shopify", locationId: "1" } },
  });
  const custom = { title: "Mug", description: "A mug", brand: "B", image: [photo("edit")] };
  await api.customizations.edit({ retailerId, barcode: "5012345678900", body: custom });
  await api.customizations.edit({ ...leeds, barcode: "5012345678900", body: { hidden: true } });
  await api.customizations.edit({ ...york, barcode: "5012345678900", body: { ...custom, title: "York mug" } });
  const none = { title: null, description: null, brand: null, images: [] };
  const edited = {
    ...{ kind: "edit", name: "Edit in Highstreet" },
    ...{ title: "Mug", description: "A mug", brand: "B", images: [photo("edit")] },
  };
  const named = ({ storeId: id }: { storeId: string }, name: string) => ({ id, name });
  const { sources } = await read("5012345678900");
  expect(sources.map(({ updatedAt: _, ...source }) => source)).toEqual([
    { ...edited, stores: [named(york, "York")], title: "York mug" },
    { ...edited, stores: [] },
    {
      ...{ kind: "product_feed", name: "Product feed", stores: [] },
      ...{ title: "Blue mug", description: null, brand: "Acme", images: [photo("feed")] },
    },
    {
      ...{ ...none, kind: "stock_file", name: "File upload", title: "MUG BL" },
      stores: [named(leeds, "Leeds"), named(york, "York")],
    },
    { ...none, kind: "connector", name: "Shopify", stores: [named(hull, "Hull")], title: "MUG BL" },
  ]);
});

test("a barcode without product data has no source, and a stranger finds no shop", async () => {
  expect(await read("1")).toEqual({ sources: [] });
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner()).partnerId }));
  await expect(stranger.products.get({ retailerId, barcode: "1" })).rejects.toMatchObject({
    cause: { code: "RetailerNotFound" },
  });
});
