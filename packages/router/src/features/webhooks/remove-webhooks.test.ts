import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeWithWebhooks } from "../../../tests/webhooks/webhooks-store.ts";
import { createCaller } from "../../router.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

const api = () => createCaller(t.ctx).webhooks;

test("the waiting deliveries of a removed channel are failed, and its delivery rows are gone", async () => {
  const { ids, sequence } = await storeWithWebhooks(t);
  await createCaller(t.ctx).channels.remove({ ...ids, type: "webhooks" });
  const { data } = await api().listDeliveries(ids);
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(["failed"]));
  const ended = await api().getDelivery({ ...ids, sequence });
  expect(ended).toMatchObject({
    reason: "channel_removed",
    attempts: [{ durationMs: null, answer: null, reason: "channel_removed" }],
  });
  expect(data.every(({ reason }) => reason === "channel_removed")).toBe(true);
  const { prisma } = t.ctx.db;
  const where = ids;
  expect([await prisma.deliveryCursor.count({ where }), await prisma.deliveryWork.count({ where })]).toEqual([0, 0]);
});

test("a waiting delivery with a newer event of its item stays superseded, and says so in its reason", async () => {
  const { ids, sequence } = await storeWithWebhooks(t);
  await t.ctx.db.prisma.deliveryAttempt.create({
    data: {
      ...{ ...ids, sequence: Number(sequence), attempt: 1, attemptedAt: t.ctx.now() },
      ...{ status: 500, durationMs: 3, outcome: "retrying", answer: "busy" },
    },
  });
  await t.ctx.db.prisma.deliveryRetry.create({
    data: { ...ids, sequence: Number(sequence), tries: 1, attempts: 1, enhanced: false, dueAt: t.ctx.now() },
  });
  await t.ctx.db.prisma.deliveryCursor.updateMany({ where: ids, data: { cursor: Number(sequence) } });
  const waiting = await api().getDelivery({ ...ids, sequence });
  expect(waiting).toMatchObject({ status: "pending", reason: null, attempts: [{ answer: "busy", reason: null }] });
  await createCaller(t.ctx).inventory.patchStock({ ...ids, body: [{ barcode: "7001", price: 3, quantity: 1 }] });
  expect(await api().getDelivery({ ...ids, sequence })).toMatchObject({ status: "superseded", reason: "superseded" });
  await createCaller(t.ctx).channels.remove({ ...ids, type: "webhooks" });
  expect(await api().getDelivery({ ...ids, sequence })).toMatchObject({
    status: "superseded",
    reason: "superseded",
    attempts: [
      { outcome: "retrying", answer: "busy", reason: null },
      { outcome: "superseded", durationMs: null, answer: null, reason: "superseded" },
    ],
  });
  const { data } = await api().listDeliveries({ ...ids, q: "7001" });
  expect(data.map(({ status, reason }) => [status, reason])).toEqual([
    ["failed", "channel_removed"],
    ["superseded", "superseded"],
  ]);
});

test("a second removal is ChannelNotEnabled", async () => {
  const { ids } = await storeWithWebhooks(t);
  const remove = () => createCaller(t.ctx).channels.remove({ ...ids, type: "webhooks" });
  await remove();
  await expect(remove()).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
});
