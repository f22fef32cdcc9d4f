import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext } from "../../testing.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

test("the product data of the feed stays unchanged after an edit of the product", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  async function* feedOf(text: string) {
    yield Buffer.from(text);
  }
  const read = (barcode: string) => api.products.get({ retailerId, barcode });
  const bytes = "barcode,title,brand,image\n05012345678900,Blue mug,Acme,https://x.example/1.png\n";
  await api.products.putFeed({ retailerId, feed: feedOf(bytes) });
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "5012345678900", price: 1, quantity: 1 }] });
  const custom = { title: "Mug", description: "A mug", brand: "B", image: ["https://x.example/2.png"] };
  await api.customizations.edit({ retailerId, barcode: "5012345678900", body: custom });
  const images = ["https://x.example/1.png"];
  expect(await read("5012345678900")).toMatchObject({ title: "Blue mug", description: null, brand: "Acme", images });
  expect(await read("1")).toBeNull();
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner()).partnerId }));
  await expect(stranger.products.get({ retailerId, barcode: "1" })).rejects.toMatchObject({
    cause: { code: "RetailerNotFound" },
  });
});
