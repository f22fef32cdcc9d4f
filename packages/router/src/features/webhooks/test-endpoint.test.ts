import { createHmac } from "node:crypto";
import type { Call, CallResult } from "@highstreet/outbound";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

const SECRET = "abcdefABCDEF0123";

const calls: Call[] = [];
let answer: (call: Call) => Partial<CallResult> | Promise<Partial<CallResult>> = () => ({});
const sender = {
  send: (call: Call) => {
    calls.push(call);
    const usual = { isRefused: false, isUnreachable: false, status: 204, ms: 12, answer: "", retryAfter: undefined };
    const result = (async () => ({ ...usual, ...(await answer(call)) }))();
    return { result, abort: () => undefined };
  },
};

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ sender });
});
afterAll(() => test.close());

type Ids = { retailerId: string; storeId: string };
const api = () => createCaller(test.ctx);
const webhooksOf = async (ids: Ids) => (await api().channels.list(ids)).find(({ id }) => id === "webhooks");
const enable = (ids: Ids, webhookUrl = "https://shop.invalid/hook?a=1") =>
  api().channels.enable({ ...ids, body: { type: "webhook", parameters: { webhookUrl, secret: SECRET } } });
const query = <Row>(sql: string, ids: Ids): Promise<Row[]> =>
  test.ctx.db.query<Row>(sql, [ids.retailerId, ids.storeId]);

async function enabledStore(): Promise<Ids> {
  const { id } = await test.retailer();
  const { ids } = await test.store(id);
  await enable(ids);
  answer = () => ({});
  return ids;
}

describe("a test call", () => {
  it("is a signed webhook.enabled outside of the log, with a new id each time", async () => {
    const ids = await enabledStore();
    const events = (await api().events.list(ids)).data;
    await api().webhooks.test(ids);
    await api().webhooks.test(ids);
    const [first, second] = calls.slice(-2);
    expect(first?.url).toBe("https://shop.invalid/hook?a=1");
    const data = { retailer: { id: ids.retailerId }, store: { id: ids.storeId } };
    expect(first?.body).toBe(JSON.stringify({ action: "webhook.enabled", data }));
    const { headers = {} } = first ?? {};
    expect(headers["x-webhook-signature"]).toBe(
      createHmac("sha256", SECRET)
        .update(first?.body ?? "")
        .digest("hex"),
    );
    expect(headers["x-webhook-sequence"]).toBe(String(events[0]?.sequence));
    expect(headers["webhook-id"]).toMatch(/^test_/);
    expect(second?.headers["webhook-id"]).not.toBe(headers["webhook-id"]);
    const later = (await api().events.list(ids)).data;
    expect(later.filter(({ action }) => action === "webhook.enabled")).toHaveLength(1);
  });

  it("returns the receiver's answer, or the reason why there is none", async () => {
    const ids = await enabledStore();
    answer = () => ({ status: 418, answer: "a teapot", ms: 5 });
    const expected = { ok: false, status: 418, durationMs: 5, answer: "a teapot", error: null };
    expect(await api().webhooks.test(ids)).toEqual(expected);
    answer = () => ({ status: null, answer: "connect ECONNREFUSED" });
    const silent = { ok: false, status: null, answer: null, error: "connect ECONNREFUSED" };
    expect(await api().webhooks.test(ids)).toMatchObject(silent);
    expect(await webhooksOf(ids)).toMatchObject({ status: "pending", warnings: [] });
  });

  it("with a 2xx verifies a pending endpoint: the ping counts as delivered, and the stream of the store starts again", async () => {
    const ids = await enabledStore();
    expect(await api().webhooks.test(ids)).toMatchObject({ ok: true, status: 204 });
    expect(await webhooksOf(ids)).toMatchObject({ status: "connected", warnings: [] });
    const [ping] = (await api().webhooks.listDeliveries(ids)).data;
    expect(ping).toMatchObject({ action: "webhook.enabled", status: "delivered", tries: 1, lastStatus: 204 });
    const epochs = "SELECT lease_epoch AS epoch FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2";
    const [before] = await query<{ epoch: number }>(epochs, ids);
    expect(before?.epoch).toBe(1);
    const [entry] = (await api().history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
    expect(entry).toMatchObject({
      action: "channel.update",
      before: { status: "pending" },
      after: { status: "connected" },
    });
    // The endpoint is already verified, so the call changes nothing.
    await api().webhooks.test(ids);
    expect(await query(epochs, ids)).toEqual([before]);
  });

  it("does not verify a new endpoint that replaced the called one", async () => {
    const ids = await enabledStore();
    answer = async () => {
      await enable(ids, "https://other.invalid/");
      return {};
    };
    expect(await api().webhooks.test(ids)).toMatchObject({ ok: true });
    expect(await webhooksOf(ids)).toMatchObject({ status: "pending" });
    answer = async () => {
      await api().channels.remove({ ...ids, type: "webhooks" });
      return {};
    };
    expect(await api().webhooks.test(ids)).toMatchObject({ ok: true });
    expect(await webhooksOf(ids)).toBeUndefined();
  });

  it("runs one at a time per store, and delays neither the store nor other stores", async () => {
    const [ids, other] = [await enabledStore(), await enabledStore()];
    const gate = Promise.withResolvers<Partial<CallResult>>();
    answer = (call) => (call.body.includes(ids.storeId) ? gate.promise : {});
    const first = api().webhooks.test(ids);
    await expect.poll(() => calls.some(({ body }) => body.includes(ids.storeId))).toBe(true);
    await expect(api().webhooks.test(ids)).rejects.toMatchObject({ cause: { code: "RateLimited" } });
    expect(await api().webhooks.test(other)).toMatchObject({ ok: true });
    await api().inventory.patchStock({ ...ids, body: [{ barcode: "7001", price: 1, quantity: 1 }] });
    gate.resolve({});
    expect(await first).toMatchObject({ ok: true });
    expect(await api().webhooks.test(ids)).toMatchObject({ ok: true });
  });

  it("needs a channel to call", async () => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    await expect(api().webhooks.test(ids)).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
  });
});
