import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";
import { openSealed } from "../webhooks/index.ts";

const url = "https://93.184.216.34/hook";

let t: TestContext;
let retailerId: string;
beforeAll(async () => {
  t = await createTestContext({ settings: { quotas: { endpoints: 1_000 } } });
  retailerId = (await t.retailer()).id;
});
afterAll(() => t.close());

const api = () => createCaller(t.ctx).endpoints;
const create = (headers: unknown) => api().create({ retailerId, body: { url, headers } as never });
const update = (endpointId: string, body: object) => api().update({ retailerId, endpointId, body });
const refusedAt = (...pointers: string[]) => ({
  cause: { code: "ValidationFailed", members: { errors: pointers.map((pointer) => ({ pointer })) } },
});

async function sealedOf(id: string) {
  const { secret } = await t.ctx.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  return openSealed(t.ctx.vault, { endpointId: id }, secret);
}

const token = `Bearer ${canary("webhook")}`;

describe("own headers of an endpoint", () => {
  it("are kept sealed, and are in no answer and no history", async () => {
    const made = await create({ Authorization: token, "X-Team": "stock" });
    expect(made.headerNames).toEqual(["authorization", "x-team"]);
    expect((await sealedOf(made.id)).headers).toEqual({ authorization: token, "x-team": "stock" });
    const answers = [made, await api().list({ retailerId }), await update(made.id, { description: "Ours" })];
    const history = await createCaller(t.ctx).history.list({ retailerId });
    expect(JSON.stringify([answers, history])).not.toContain(token);
    const { secret: _, ...row } = await t.ctx.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: made.id } });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it("are a merge patch, and stay with a new secret, another path and a record that is sent back", async () => {
    const made = await create({ Authorization: token, "X-Team": "stock" });
    const changed = await update(made.id, { headers: { "x-team": null, "X-Shop": "1" } });
    expect(changed).toMatchObject({ headerNames: ["authorization", "x-shop"], version: 2 });
    expect(await update(made.id, { headers: { "x-shop": "1" } })).toMatchObject({ version: 2 });
    expect(await update(made.id, { headers: { "x-shop": "2" } })).toMatchObject({ version: 3 });
    expect(await update(made.id, changed)).toMatchObject({ version: 3 });
    await api().rotateSecret({ retailerId, endpointId: made.id, body: {} });
    await update(made.id, { url: `${url}/next` });
    const { secrets, headers } = await sealedOf(made.id);
    expect(headers).toEqual({ authorization: token, "x-shop": "2" });
    expect(secrets.map(({ until }) => until === null)).toEqual([false, true]);
    const none = await update(made.id, { headers: null });
    expect(none.headerNames).toEqual([]);
    expect((await sealedOf(made.id)).headers).toEqual({});
  });

  it("never go to another server that the call does not name them for", async () => {
    const elsewhere = "https://93.184.216.35/hook";
    for (const to of [elsewhere, "https://93.184.216.34:8443/hook"]) {
      const { id } = await create({ Authorization: token, "X-Team": "stock" });
      await expect(update(id, { url: to })).rejects.toMatchObject(refusedAt("/headers"));
      expect(await update(id, { url: to, headers: { "x-team": "stock" } })).toMatchObject({ headerNames: ["x-team"] });
      expect((await sealedOf(id)).headers).toEqual({ "x-team": "stock" });
      await update(id, { headers: { authorization: token } });
      expect(await update(id, { url, headers: null })).toMatchObject({ url, headerNames: [] });
    }
    const { id } = await create(undefined);
    expect(await update(id, { url: elsewhere })).toMatchObject({ url: elsewhere, headerNames: [] });
  });

  it("are not ours, not of the connection, and plain text", async () => {
    for (const name of [
      ...["Host", "content-length", "Content-Type", "Transfer-Encoding", "connection", "Proxy-Authorization", "TE"],
      ...["Webhook-Id", "webhook-signature", "X-Webhook-Signature", "x-webhook-anything", "User-Agent", "traceparent"],
      ...["", " x", "x ", "x:y", "x\r\ny", "ä", "1x", "x".repeat(65)],
    ])
      await expect(create(JSON.parse(`{${JSON.stringify(name)}: "1"}`)), name).rejects.toMatchObject({
        cause: { code: "ValidationFailed" },
      });
    await expect(create({ Host: "x" })).rejects.toThrow(
      "/headers/Host: is a header of every call: choose another name",
    );
    for (const value of ["", " x", "x ", "a\r\nb", "a\nb", "a\0b", "a\tb", "é", "x".repeat(1_001), 7])
      await expect(create({ "x-a": value })).rejects.toMatchObject(refusedAt("/headers/x-a"));
    await expect(create({ "X-A": "1", "x-a": "2" })).rejects.toMatchObject(refusedAt("/headers"));
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, "1"]));
    await expect(create(many)).rejects.toMatchObject(refusedAt("/headers"));
    const { "x-0": first, ...ten } = many;
    const { id } = await create(ten);
    await expect(update(id, { headers: { "x-0": first } })).rejects.toMatchObject(refusedAt("/headers"));
    expect(await update(id, { headers: { "x-0": first, "x-1": null } })).toMatchObject({ version: 2 });
  });
});

it("an endpoint has the retries, the time-out and the limit of its last change", async () => {
  const made = await api().create({ retailerId, body: { url } });
  expect(made).toMatchObject({ retries: "short", timeoutSeconds: 10, callsPerSecond: null, batchSize: 1 });
  const options = { retries: "days", timeoutSeconds: 30, callsPerSecond: 5, batchSize: 100 };
  expect(await update(made.id, options)).toMatchObject({ ...options, version: 2 });
  expect(await update(made.id, { enabled: false })).toMatchObject(options);
  expect(await update(made.id, { callsPerSecond: null })).toMatchObject({ ...options, callsPerSecond: null });
  for (const [name, ...values] of [
    ["retries", "weeks", 1],
    ["timeoutSeconds", 0, 31, 1.5, "10"],
    ["callsPerSecond", 0, 1_001, 0.5, "10"],
    ["batchSize", 0, 101, 1.5, "10", null],
  ] as const)
    for (const value of values)
      await expect(update(made.id, { [name]: value })).rejects.toMatchObject(refusedAt(`/${name}`));
});
