import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("items are found by the beginning of a barcode, words of a title, status and visibility, page by page", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  async function* products() {
    yield Buffer.from(
      'sku,title,image\nmug-1,"Big, blue mug",https://x.example/1.png|https://x.example/2.png\nmug-2,Blue 100% mug,\nhat,,\n',
    );
  }
  await caller.products.putFeed({ retailerId: ids.retailerId, feed: products() });
  const body = ["mug-1", "mug-2", "hat"].map((barcode, index) => ({ barcode, price: 1, quantity: index * 2 }));
  await caller.inventory.patchStock({ ...ids, body });
  await caller.customizations.edit({ ...ids, barcode: "mug-2", body: { hidden: true } });
  const found = async (filter: object) =>
    (await caller.inventory.listItems({ ...ids, page: {}, ...filter })).data.map(({ barcode }) => barcode);
  expect(await found({ q: "mug-" })).toEqual(["mug-1", "mug-2"]);
  expect(await found({ q: "mug BLUE" })).toEqual(["mug-1", "mug-2"]);
  expect(await found({ q: "0%" })).toEqual(["mug-2"]);
  expect(await found({ status: "low_stock" })).toEqual(["mug-2"]);
  expect(await found({ hidden: false })).toEqual(["hat", "mug-1"]);
  expect(await found({ channel: "webhook" })).toEqual(["hat", "mug-1"]);
  const first = await caller.inventory.listItems({ ...ids, page: { size: 2 } });
  const second = await caller.inventory.listItems({ ...ids, page: { size: 2, after: first.next ?? "" } });
  expect([...first.data, ...second.data].map(({ barcode }) => barcode)).toEqual(["hat", "mug-1", "mug-2"]);
  expect(second.next).toBeNull();
  expect((await caller.inventory.listItems({ ...ids, page: { size: 2, after: second.prev ?? "" } })).data).toEqual(
    first.data,
  );
  expect(first.data[1]).toMatchObject({
    title: "Big, blue mug",
    images: ["https://x.example/1.png", "https://x.example/2.png"],
  });
});

test("the channel filter finds exactly the items that the channel may show", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  for (const type of ["search", "webhooks"] as const) {
    const parameters =
      type === "search" ? { locationId: "1" } : { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };
    await caller.channels.enable({ ...ids, body: { type, parameters } as never });
  }
  const choices = [undefined, [], ["search"], ["webhooks"]] as const;
  for (const [n, here] of choices.entries()) {
    for (const [m, everywhere] of choices.entries()) {
      for (const hidden of [false, true]) {
        const barcode = `item-${n}-${m}-${hidden}`;
        await caller.inventory.patchStock({ ...ids, body: [{ barcode, price: 1, quantity: 5 }] });
        if (everywhere) await caller.customizations.edit({ retailerId, barcode, body: { channels: [...everywhere] } });
        if (here) await caller.customizations.edit({ ...ids, barcode, body: { channels: [...here] } });
        if (hidden) await caller.customizations.edit({ ...ids, barcode, body: { hidden } });
      }
    }
  }
  const all = (await caller.inventory.listItems({ ...ids, page: { size: 100 } })).data;
  for (const channel of ["search", "webhooks"] as const) {
    const { data } = await caller.inventory.listItems({ ...ids, page: { size: 100 }, channel });
    const shown = all.filter((item) => {
      const reasons = item.visibility.find((one) => one.channel === channel)?.reasons ?? [];
      return !reasons.some(({ code }) => code === "Hidden" || code === "NotInChannels");
    });
    expect(data.map(({ barcode }) => barcode)).toEqual(shown.map(({ barcode }) => barcode));
    expect(shown.length).toBeGreaterThan(3);
  }
});
