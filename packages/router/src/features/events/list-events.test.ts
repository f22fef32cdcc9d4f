import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventBody } from "../../core/log/store-log.ts";
import { createCaller } from "../../router.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const api = () => createCaller(test.ctx);

async function storeWithEvents(barcodes: string[]) {
  const { id } = await test.retailer();
  const { ids } = await test.store(id);
  const body = barcodes.map((barcode) => ({ barcode, price: 2.5, quantity: 1 }));
  if (body.length) await api().inventory.patchStock({ ...ids, body });
  return ids;
}

describe("the events feed", () => {
  it("returns the events after a sequence, in order and without gaps, with the next cursor", async () => {
    const ids = await storeWithEvents(["7001", "7002", "7003"]);
    const all = await api().events.list(ids);
    expect(all.data.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(all).toMatchObject({ next: null, prev: null });
    const first = await api().events.list({ ...ids, page: { size: 3 } });
    expect(first.next).toBe("3");
    const rest = await api().events.list({ ...ids, page: { size: 3, after: "3" } });
    expect([...first.data, ...rest.data]).toEqual(all.data);
    expect(await api().events.list({ ...ids, after: "3" })).toEqual(rest);
    expect((await api().events.list({ ...ids, after: "4" })).data).toEqual([]);
  });

  it("has the product in each inventory update, null for unknown values", async () => {
    const ids = await storeWithEvents(["7101"]);
    const { data } = await api().events.list(ids);
    const update = data.find(({ action }) => action === "inventory.update");
    expect(update?.data).toMatchObject({ barcode: "7101", price: 2.5, store: { id: ids.storeId } });
    expect(update?.data.product).toMatchObject({ title: null, contentLanguage: "en", groupId: null });
    const source = data.find(({ action }) => action === "inventory_source.update");
    expect(source?.data).not.toHaveProperty("product");
  });

  it("has all eight keys for a partly known product, null for the rest", async () => {
    const ids = await storeWithEvents(["7201"]);
    const tell = async (barcode: string, columns: string, values: string) => {
      await test.ctx.db.query(
        `INSERT INTO product (retailer_id, item_key, updated_at, images, ${columns}) VALUES ($1, $2, now(), '{}', ${values})`,
        [ids.retailerId, barcode],
      );
      await api().inventory.patchStock({ ...ids, body: [{ barcode, price: 3, quantity: 5 }] });
      return (await api().events.list(ids)).data.at(-1)?.data.product;
    };
    const unknown = {
      ...{ title: null, contentLanguage: "en", brand: null, description: null },
      ...{ images: null, category: null, attributes: null, groupId: null },
    };
    expect(await tell("7202", "title", "'Tea'")).toEqual({ ...unknown, title: "Tea" });
    const red = { color: "red", size: null };
    expect(await tell("7203", "color", "'red'")).toEqual({ ...unknown, attributes: red });
    const first = (await api().events.list(ids)).data.find(({ data }) => data.barcode === "7201");
    expect(first?.data.product).toEqual(unknown);
  });

  it("holds what happens to the webhooks channel itself", async () => {
    const ids = await storeWithEvents([]);
    const parameters = { webhookUrl: "https://shop.invalid/", secret: canary("webhook") };
    await api().channels.enable({ ...ids, body: { type: "webhook", parameters } });
    const { data } = await api().events.list(ids);
    expect(data.map(({ action }) => action)).toEqual(["webhook.enabled", "channel.update"]);
    expect(data[1]?.data).toMatchObject({ status: "pending", channel: { id: "webhooks" }, warnings: [] });
    expect(JSON.stringify(data)).not.toContain(parameters.secret);
  });

  it("returns at most 1,000 per page, and refuses an invalid sequence", async () => {
    const ids = await storeWithEvents([]);
    for (const query of [{ page: { size: 1_001 } }, { page: { after: "x" } }, { after: "-1" }]) {
      await expect(api().events.list({ ...ids, ...query })).rejects.toMatchObject({
        cause: { code: "MalformedRequest" },
      });
    }
  });
});

describe("an event's body", () => {
  const event = { action: "inventory.update", data: '{"id":"x","price":1.50}', product: '{"title":"Tea"}' };

  it("is put together around the log's text, byte for byte", () => {
    expect(eventBody(event, false)).toBe('{"action":"inventory.update","data":{"id":"x","price":1.50}}');
    expect(eventBody(event, true)).toBe(
      '{"action":"inventory.update","data":{"id":"x","price":1.50,"product":{"title":"Tea"}}}',
    );
  });

  it("has a product only in inventory updates", () => {
    const source = { action: "inventory_source.update", data: '{"status":"connected"}', product: null };
    expect(eventBody(source, true)).toBe('{"action":"inventory_source.update","data":{"status":"connected"}}');
  });
});
