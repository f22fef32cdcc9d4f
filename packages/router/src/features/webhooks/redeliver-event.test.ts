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

test("a failed delivery starts a new cycle of tries", async () => {
  const { ids, sequence } = await storeWithWebhooks(t);
  await failDelivery(t, ids, sequence);
  expect(await api().redeliver({ ...ids, sequence })).toMatchObject({
    ...{ status: "pending", tries: 1, nextTryAt: t.ctx.now().toISOString() },
  });
  const where = { ...ids, sequence: Number(sequence) };
  expect(await t.ctx.db.prisma.deliveryRetry.findMany({ where })).toMatchObject([{ tries: 0, attempts: 1 }]);
});

test("a waiting delivery becomes due now and keeps its tries", async () => {
  const { ids } = await storeWithWebhooks(t);
  const ping = { ...ids, sequence: 1 };
  const later = new Date(t.ctx.now().getTime() + 60_000);
  await t.ctx.db.prisma.deliveryRetry.updateMany({ where: ping, data: { dueAt: later, tries: 2 } });
  await api().redeliver({ ...ids, sequence: "1" });
  expect(await t.ctx.db.prisma.deliveryRetry.findMany({ where: ping })).toMatchObject([
    { tries: 2, dueAt: t.ctx.now() },
  ]);
});

test("a delivery with a newer event of its item is DeliverySuperseded", async () => {
  const { ids, sequence } = await storeWithWebhooks(t);
  await failDelivery(t, ids, sequence);
  await createCaller(t.ctx).inventory.patchStock({ ...ids, body: [{ barcode: "7001", price: 3 }] });
  await expect(api().redeliver({ ...ids, sequence })).rejects.toMatchObject({ cause: { code: "DeliverySuperseded" } });
});

test("without a webhooks channel the answer is ChannelNotEnabled", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await expect(api().redeliver({ ...ids, sequence: "1" })).rejects.toMatchObject({
    cause: { code: "ChannelNotEnabled" },
  });
});
