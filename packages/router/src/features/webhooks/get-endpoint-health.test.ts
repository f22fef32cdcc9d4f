import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const parameters = { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };

test("has the first failed call at once, and none after an accepted call; only a verified endpoint is failing", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  expect(await caller.webhooks.health(ids)).toEqual({ isFailing: false, failures: 0, failingSince: null });
  await caller.channels.enable({ ...ids, body: { type: "webhooks", parameters } });
  expect(await caller.webhooks.health(ids)).toEqual({ isFailing: false, failures: 0, failingSince: null });
  const failingSince = t.ctx.now();
  const { deliveryCursor } = t.ctx.db.prisma;
  await deliveryCursor.updateMany({ where: ids, data: { failures: 1, failingSince } });
  const failed = { failures: 1, failingSince: failingSince.toISOString() };
  expect(await caller.webhooks.health(ids)).toEqual({ isFailing: false, ...failed });
  await t.ctx.db.prisma.channel.updateMany({ where: ids, data: { status: "connected" } });
  expect(await caller.webhooks.health(ids)).toEqual({ isFailing: true, ...failed });
  await deliveryCursor.updateMany({ where: ids, data: { failures: 0, failingSince: null } });
  expect(await caller.webhooks.health(ids)).toMatchObject({ failures: 0 });
});

test("refuses the store of another partner", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  await expect(stranger.webhooks.health(ids)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
