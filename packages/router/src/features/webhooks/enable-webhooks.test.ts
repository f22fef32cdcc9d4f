import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

type Ids = { retailerId: string; storeId: string };

async function newStore(): Promise<Ids> {
  const { id } = await test.retailer();
  return (await test.store(id)).ids;
}

const SECRET = canary("webhook");
const api = () => createCaller(test.ctx);
const enable = (ids: Ids, webhookUrl: string, secret = SECRET) =>
  api().channels.enable({ ...ids, body: { type: "webhook", parameters: { webhookUrl, secret } } });
const pointersOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: { cause: { code: string; members: { errors?: { pointer: string }[] } } }) => [
      error.cause.code,
      ...(error.cause.members.errors ?? []).map(({ pointer }) => pointer),
    ],
  );
const rows = (table: string, ids: Ids) =>
  test.ctx.db.query(`SELECT * FROM ${table} WHERE retailer_id = $1 AND store_id = $2 ORDER BY 3`, [
    ids.retailerId,
    ids.storeId,
  ]);

describe("enabling webhooks", () => {
  it("answers pending without the secret, queues the ping, and starts at the log's head", async () => {
    const ids = await newStore();
    const { created, channel } = await enable(ids, "https://shop.invalid/hook");
    expect(created).toBe(true);
    expect(channel).toMatchObject({
      id: "webhooks",
      status: "pending",
      warnings: [],
      parameters: { webhookUrl: "https://shop.invalid/hook", enhancedProductData: false },
    });
    expect(JSON.stringify(await api().channels.list(ids))).not.toContain(SECRET);
    const [ping, own] = await rows("store_event", ids);
    expect(ping).toMatchObject({ action: "webhook.enabled", subject: "ping" });
    expect(ping?.data).toBe(`{"retailer":{"id":"${ids.retailerId}"},"store":{"id":"${ids.storeId}"}}`);
    expect(own).toMatchObject({ action: "channel.update", subject: "channel:webhooks" });
    expect(await rows("delivery_retry", ids)).toMatchObject([{ sequence: ping?.sequence, tries: 0 }]);
    expect(await rows("delivery_cursor", ids)).toMatchObject([
      { cursor: own?.sequence, ping_sequence: ping?.sequence, started_at_sequence: own?.sequence },
    ]);
    expect(await rows("delivery_work", ids)).toHaveLength(1);
  });

  it("stores the secret sealed", async () => {
    const ids = await newStore();
    await enable(ids, "https://shop.invalid/hook");
    const [row] = await rows("channel", ids);
    const sealed = row?.secret as Uint8Array;
    expect(Buffer.from(sealed).includes(SECRET)).toBe(false);
    expect(test.ctx.vault.open(sealed, ["channel", ids.retailerId, ids.storeId, "webhooks"])).toBe(SECRET);
  });

  it("starts a new endpoint with each call: position and waiting retries stay, the older ping is superseded", async () => {
    const ids = await newStore();
    await enable(ids, "https://shop.invalid/hook");
    const [before] = await rows("delivery_cursor", ids);
    await test.ctx.db.query(
      "INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, due_at) VALUES ($1, $2, 2, 1, 1, now())",
      [ids.retailerId, ids.storeId],
    );
    const { created } = await enable(ids, "https://other.invalid/hook");
    expect(created).toBe(false);
    const [after] = await rows("delivery_cursor", ids);
    expect(after).toMatchObject({ cursor: before?.cursor, lease_epoch: Number(before?.lease_epoch) + 1 });
    expect(Number(after?.ping_sequence)).toBeGreaterThan(Number(before?.ping_sequence));
    expect((await rows("delivery_retry", ids)).map(({ sequence }) => sequence)).toEqual([2, after?.ping_sequence]);
    expect(await rows("delivery_attempt", ids)).toMatchObject([
      { sequence: before?.ping_sequence, outcome: "superseded" },
    ]);
  });

  it("keeps the status with the same URL", async () => {
    const ids = await newStore();
    await enable(ids, "https://shop.invalid/hook");
    await test.ctx.db.query("UPDATE channel SET status = 'connected' WHERE retailer_id = $1", [ids.retailerId]);
    expect((await enable(ids, "https://shop.invalid/hook")).channel.status).toBe("connected");
    expect((await enable(ids, "https://shop.invalid/other")).channel.status).toBe("pending");
  });

  it("fails waiting events on removal, and then starts again at the end of the log", async () => {
    const ids = await newStore();
    await enable(ids, "https://shop.invalid/hook");
    expect(await api().channels.remove({ ...ids, type: "webhooks" })).toBeNull();
    expect(await rows("delivery_attempt", ids)).toMatchObject([{ outcome: "failed", answer: "channel_removed" }]);
    for (const table of ["channel", "delivery_retry", "delivery_cursor", "delivery_work"]) {
      expect(await rows(table, ids)).toEqual([]);
    }
    expect(await pointersOf(api().channels.remove({ ...ids, type: "webhooks" }))).toEqual(["ChannelNotEnabled"]);
    const { created } = await enable(ids, "https://shop.invalid/hook");
    expect(created).toBe(true);
    const head = (await rows("store_event", ids)).at(-1)?.sequence;
    expect(await rows("delivery_cursor", ids)).toMatchObject([{ cursor: head, started_at_sequence: head }]);
  });

  it.each([
    "http://shop.invalid/hook",
    "ftp://shop.invalid/",
    "https://user@shop.invalid/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a00:1]/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://localhost/",
    "not a url",
  ])("refuses %s", async (url) => {
    expect(await pointersOf(enable(await newStore(), url))).toEqual(["ValidationFailed", "/parameters/webhookUrl"]);
  });

  it.each(["short", "with-a-dash-1234", "x".repeat(65)])("refuses the secret %s", async (secret) => {
    const ids = await newStore();
    expect(await pointersOf(enable(ids, "https://shop.invalid/", secret))).toEqual([
      "ValidationFailed",
      "/parameters/secret",
    ]);
  });

  it("accepts http only to loopback addresses, and only if local webhooks are allowed", async () => {
    const ids = await newStore();
    const local = createCaller({ ...test.ctx, settings: { allowLocalWebhooks: true } });
    const call = (webhookUrl: string) =>
      pointersOf(
        local.channels.enable({ ...ids, body: { type: "webhooks", parameters: { webhookUrl, secret: SECRET } } }),
      );
    expect(await call("http://127.0.0.1:4010/hook")).toBe("done");
    expect(await call("http://[::1]:4010/hook")).toBe("done");
    for (const url of ["https://127.0.0.1/", "http://10.0.0.1/", "http://93.184.215.14/", "http://nowhere.invalid/"]) {
      expect(await call(url)).toEqual(["ValidationFailed", "/parameters/webhookUrl"]);
    }
  });
});

it("stores of one partner with the same origin share a receiver, and another partner has another receiver", async () => {
  const receiverOf = async (
    of: TestContext["ctx"],
    storeIds: { retailerId: string; storeId: string },
    webhookUrl: string,
  ) => {
    const parameters = { webhookUrl, secret: canary("webhook") };
    await createCaller(of).channels.enable({ ...storeIds, body: { type: "webhook", parameters } });
    const sql = "SELECT receiver FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2";
    const [row] = await test.ctx.db.query<{ receiver: string }>(sql, [storeIds.retailerId, storeIds.storeId]);
    return row?.receiver;
  };
  const shops = await Promise.all([0, 1, 2].map(async () => test.store((await test.retailer()).id)));
  const [first, second, third] = shops.map(({ ids }) => ids);
  if (!first || !second || !third) throw new Error("no stores");
  const one = await receiverOf(test.ctx, first, "https://8.8.8.8/a?b=c");
  expect(one).toMatch(/^[0-9a-f-]{36} https:\/\/8\.8\.8\.8$/);
  expect(await receiverOf(test.ctx, second, "https://8.8.8.8:443/d")).toBe(one);
  expect(await receiverOf(test.ctx, third, "https://8.8.8.8:8443/a")).not.toBe(one);
});
