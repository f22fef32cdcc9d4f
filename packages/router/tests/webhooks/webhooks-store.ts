import type { TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { createCaller } from "../../src/router.ts";

/** A store with a webhooks channel, a pending ping (sequence 1), and the event of one item. */
export async function storeWithWebhooks(test: TestContext) {
  const { id } = await test.retailer();
  const { ids } = await test.store(id);
  const api = createCaller(test.ctx);
  const parameters = { webhookUrl: "https://shop.invalid/", secret: canary("webhook") };
  await api.channels.enable({ ...ids, body: { type: "webhook", parameters } });
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "7001", price: 2.5, quantity: 1 }] });
  const { data } = await api.webhooks.listDeliveries({ ...ids, q: "7001" });
  return { ids, sequence: String(data[0]?.sequence) };
}

/** Records that the last try of an event failed, and moves the cursor past the event. */
export async function failDelivery(test: TestContext, ids: { retailerId: string; storeId: string }, sequence: string) {
  const event = { ...ids, sequence: Number(sequence) };
  await test.ctx.db.prisma.deliveryAttempt.create({
    data: { ...event, attempt: 1, attemptedAt: test.ctx.now(), status: 500, durationMs: 3, outcome: "failed" },
  });
  await test.ctx.db.prisma.deliveryCursor.updateMany({ where: ids, data: { cursor: event.sequence } });
}
