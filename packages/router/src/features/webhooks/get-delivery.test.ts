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

test("an untried delivery has no request and no attempts", async () => {
  const { ids, sequence } = await storeWithWebhooks(t);
  expect(await api().getDelivery({ ...ids, sequence })).toMatchObject({
    ...{ sequence: Number(sequence), barcode: "7001", status: "pending", tries: 0 },
    ...{ request: null, attempts: [] },
  });
});

test("a tried delivery has its attempts and the body of its last call", async () => {
  const { ids, sequence } = await storeWithWebhooks(t);
  await failDelivery(t, ids, sequence);
  const delivery = await api().getDelivery({ ...ids, sequence });
  expect(delivery).toMatchObject({ status: "failed", attempts: [{ try: 1, status: 500, outcome: "failed" }] });
  expect(JSON.parse(String(delivery.request?.body))).toMatchObject({
    action: "inventory.update",
    data: { barcode: "7001" },
  });
});

test.each(["999", "x", "0"])("the sequence %s is DeliveryNotFound", async (sequence) => {
  const { ids } = await storeWithWebhooks(t);
  await expect(api().getDelivery({ ...ids, sequence })).rejects.toMatchObject({ cause: { code: "DeliveryNotFound" } });
});
