import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { callAlertWebhooks } from "./call-alert-webhooks.ts";
import { saveAlertWebhook } from "./save-alert-webhook.ts";

const t = await createAlertShop();
afterAll(() => t.close());
const retailerId = t.shop.id;
const { secret } = await saveAlertWebhook(t.ctx, { retailerId, url: "https://93.184.216.34/alerts" });
const { prisma } = t.ctx.db;
beforeEach(async () => {
  await prisma.alert.deleteMany({ where: { retailerId } });
});

test("an alert is sent once, signed, with its shop and store", async () => {
  await t.note("file_held");
  await t.announce();
  const { calls, ctx } = t.workerWith(204);
  await Promise.all([callAlertWebhooks(ctx), callAlertWebhooks(ctx)]);
  await callAlertWebhooks(ctx);
  expect(calls).toHaveLength(1);
  const { headers = {}, body = "" } = calls[0] ?? {};
  const at = t.ctx.now();
  expect(headers["webhook-timestamp"]).toBe(String(at.getTime() / 1_000));
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const digest = createHmac("sha256", secret ?? "")
    .update(signed)
    .digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${digest}`);
  const { id } = await prisma.alert.findFirstOrThrow({ where: { retailerId } });
  expect(headers["webhook-id"]).toBe(`alert_${id}`);
  expect(JSON.parse(body)).toEqual({
    action: "alert.opened",
    data: {
      ...{ id, kind: "file_held", channel: null, message: "About file_held.", openedAt: at.toISOString() },
      endpointId: null,
      ...{ retailer: { id: retailerId, name: "Corner Shop" }, store: { id: t.ids.storeId, name: "High Street" } },
    },
  });
});

test("a refused call is repeated with growing pauses and the same id, six times at most", async () => {
  await t.note("file_held");
  await t.announce();
  const { calls, ctx } = t.workerWith(500);
  const minutes: number[] = [];
  for (let minute = 0; minute < 600; minute++) {
    const before = calls.length;
    await callAlertWebhooks(ctx);
    if (calls.length > before) minutes.push(minute);
    t.advance(60_000);
  }
  expect(minutes).toEqual([0, 1, 5, 21, 85, 341]);
  expect(new Set(calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect((await prisma.alertWebhook.findUniqueOrThrow({ where: { retailerId } })).lastCall).toMatchObject({
    ...{ ok: false, status: 500, answer: "said" },
  });
});

test("another run makes the call of a worker that died during it; the end of a problem ends its calls", async () => {
  await t.note("file_held");
  await t.announce();
  // The process ends here: no answer ever comes.
  const dead = t.workerWith(null);
  void callAlertWebhooks(dead.ctx);
  await expect.poll(() => dead.calls.length).toBe(1);
  const { calls, ctx } = t.workerWith(500);
  await callAlertWebhooks(ctx);
  expect(calls).toHaveLength(0);
  t.advance(2 * 60_000);
  await callAlertWebhooks(ctx);
  expect(calls).toHaveLength(1);
  await t.note("file_held", null);
  t.advance(60 * 60_000);
  await callAlertWebhooks(ctx);
  expect(calls).toHaveLength(1);
});

test("a first call comes before the retries of a dead webhook, however many are due", async () => {
  const at = t.ctx.now();
  const retry = { message: "Failed.", openedAt: at, callTries: 3, callDueAt: new Date(at.getTime() - 60_000) };
  await prisma.alert.createMany({
    data: Array.from({ length: 150 }, (_, n) => ({
      ...{ retailerId, storeId: t.ids.storeId, kind: "endpoint_failing" as const, subject: `channel ${n}` },
      ...{ id: randomUUID(), ...retry },
    })),
  });
  await t.note("file_held");
  await t.announce();
  const { calls, ctx } = t.workerWith(500);
  await callAlertWebhooks(ctx);
  expect(calls.length).toBeLessThan(150);
  expect(calls.map(({ body }) => JSON.parse(body).data.kind)).toContain("file_held");
});

test("the first run calls the webhook of every partner, however many alerts of one partner are due before", async () => {
  const other = t.asKey({ partnerId: (await t.newPartner()).partnerId });
  const { ids } = await t.store((await t.retailer({}, other)).id, {}, other);
  await saveAlertWebhook(other, { retailerId: ids.retailerId, url: "https://93.184.216.34/other" });
  const at = t.ctx.now();
  const alert = (store: typeof ids, n: number, callDueAt: Date) => ({
    ...{ ...store, kind: "endpoint_failing" as const, subject: `channel ${n}`, id: randomUUID() },
    ...{ message: "Failed.", openedAt: at, callDueAt },
  });
  const before = new Date(at.getTime() - 60_000);
  const data = Array.from({ length: 200 }, (_, n) => alert(t.ids, n, before));
  await prisma.alert.createMany({ data: [...data, alert(ids, 0, at)] });
  const { calls, ctx } = t.workerWith(500);
  await callAlertWebhooks(ctx);
  expect(calls.length).toBeLessThan(32);
  expect(calls.map(({ body }) => JSON.parse(body).data.retailer.id)).toContain(ids.retailerId);
});
