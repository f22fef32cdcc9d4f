import { afterAll, beforeAll, expect, test } from "vitest";
import { storeWithWebhooks } from "../../../tests/webhooks/webhooks-store.ts";
import { createCaller } from "../../router.ts";
import { createTestContext, type TestContext } from "../../testing.ts";

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
  expect((await api().getDelivery({ ...ids, sequence })).attempts).toMatchObject([{ answer: "channel_removed" }]);
  const { prisma } = t.ctx.db;
  const where = ids;
  expect([await prisma.deliveryCursor.count({ where }), await prisma.deliveryWork.count({ where })]).toEqual([0, 0]);
});

test("a second removal is ChannelNotEnabled", async () => {
  const { ids } = await storeWithWebhooks(t);
  const remove = () => createCaller(t.ctx).channels.remove({ ...ids, type: "webhooks" });
  await remove();
  await expect(remove()).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
});
