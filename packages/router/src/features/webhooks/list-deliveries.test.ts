import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failDelivery, storeWithWebhooks } from "../../../tests/webhooks/webhooks-store.ts";
import { createCaller } from "../../router.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

const api = () => createCaller(t.ctx).webhooks;

test("lists deliveries newest first, by status, action and barcode", async () => {
  const { ids, sequence } = await storeWithWebhooks(t);
  const list = async (query: object = {}) => (await api().listDeliveries({ ...ids, ...query })).data;
  const all = await list();
  expect(all.map((one) => one.sequence)).toEqual(all.map((one) => one.sequence).toSorted((a, b) => b - a));
  expect(all.at(-1)).toMatchObject({ sequence: 1, action: "webhook.enabled", status: "pending", barcode: null });
  expect(await list({ action: "inventory.update" })).toMatchObject([{ barcode: "7001", status: "pending", tries: 0 }]);
  expect(await list({ status: "failed" })).toEqual([]);
  await failDelivery(t, ids, sequence);
  expect(await list({ status: "failed" })).toMatchObject([{ sequence: Number(sequence), lastStatus: 500, tries: 1 }]);
});

test("gives every delivery once over pages, and refuses an invalid cursor", async () => {
  const { ids } = await storeWithWebhooks(t);
  const all = (await api().listDeliveries(ids)).data;
  const first = await api().listDeliveries({ ...ids, page: { size: 1 } });
  const rest = await api().listDeliveries({ ...ids, page: { size: 50, after: String(first.next) } });
  expect([...first.data, ...rest.data]).toEqual(all);
  await expect(api().listDeliveries({ ...ids, page: { after: "x" } })).rejects.toMatchObject({
    cause: { code: "MalformedRequest" },
  });
});
