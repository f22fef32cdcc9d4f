import { createHmac, createPublicKey, verify } from "node:crypto";
import type { Call, CallResult } from "@highstreet/outbound";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

const [first, second] = [canary("webhook"), canary("next")];
const calls: Call[] = [];
let answer: () => Partial<CallResult> | Promise<Partial<CallResult>> = () => ({});
const usual = { isRefused: false, isUnreachable: false, status: 204, ms: 12, answer: "", retryAfter: undefined };
const sender = {
  send: (call: Call) => {
    calls.push(call);
    return { result: (async () => ({ ...usual, ...(await answer()) }))(), abort: () => undefined };
  },
};

let t: TestContext;
let of: { retailerId: string; endpointId: string };
beforeAll(async () => {
  t = await createTestContext({ sender, settings: { quotas: { endpoints: 100 } } });
});
afterAll(() => t.close());
beforeEach(async () => {
  answer = () => ({});
  const { id: retailerId } = await t.retailer();
  const body = { url: "https://shop.invalid/hook", secret: first };
  of = { retailerId, endpointId: (await api().create({ retailerId, body })).id };
});

const api = () => createCaller(t.ctx).endpoints;
const hex = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

describe("a test call", () => {
  it("is a signed webhook.enabled that names the endpoint and its retailer, with a new id each time", async () => {
    expect(await api().test(of)).toEqual({ ok: true, status: 204, durationMs: 12, answer: "", error: null });
    await api().test(of);
    const [one, two] = calls.slice(-2);
    const data = { endpoint: { id: of.endpointId }, retailer: { id: of.retailerId } };
    expect(one?.body).toBe(JSON.stringify({ action: "webhook.enabled", data }));
    expect(one?.headers).toMatchObject({
      "x-webhook-endpoint": of.endpointId,
      "x-webhook-signature": hex(first, one?.body ?? ""),
    });
    expect(one?.headers).not.toHaveProperty("x-webhook-sequence");
    expect(one?.headers["webhook-id"]).toMatch(new RegExp(`^test_${of.endpointId}_`));
    expect(two?.headers["webhook-id"]).not.toBe(one?.headers["webhook-id"]);
  });

  it("that is accepted verifies a pending endpoint and ends its failures; another answer changes nothing", async () => {
    const before = await api().get(of);
    answer = () => ({ status: 500, answer: "broken" });
    expect(await api().test(of)).toMatchObject({ ok: false, status: 500, answer: "broken" });
    expect(await api().get(of)).toEqual(before);
    const where = { endpointId: of.endpointId };
    const failing = [{ id: "WebhookEndpointFailing", message: "It fails." }];
    await t.ctx.db.prisma.webhookEndpoint.update({ where: { id: of.endpointId }, data: { warnings: failing } });
    await t.ctx.db.prisma.deliveryFollower.update({ where, data: { failures: 12, failingSince: t.ctx.now() } });
    answer = () => ({});
    await api().test(of);
    expect(await api().get(of)).toMatchObject({
      status: "connected",
      warnings: [],
      health: { failures: 0 },
      version: 1,
    });
    expect(await t.ctx.db.prisma.deliveryFollower.findUnique({ where })).toMatchObject({ pingDueAt: null });
  });

  it("to an address that is replaced meanwhile does not verify the new one, and only one runs at a time", async () => {
    answer = async () => {
      await expect(api().test(of)).rejects.toMatchObject({ cause: { code: "RateLimited" } });
      await api().update({ ...of, body: { url: "https://shop.invalid/next" } });
      return {};
    };
    expect(await api().test(of)).toMatchObject({ ok: true });
    expect(await api().get(of)).toMatchObject({ status: "pending", url: "https://shop.invalid/next" });
  });
});

describe("a new secret", () => {
  it("signs beside the old one for a day, or alone at once, and only its answer has it", async () => {
    const rotated = await api().rotateSecret({ ...of, body: { secret: second } });
    const until = new Date(t.ctx.now().getTime() + 24 * 3_600_000).toISOString();
    expect(rotated).toMatchObject({ secret: second, previousSecretUntil: until, version: 2 });
    await api().test(of);
    const { body = "", headers = {} } = calls.at(-1) ?? {};
    expect([headers["x-webhook-signature"], headers["x-webhook-signature-next"]]).toEqual([
      hex(first, body),
      hex(second, body),
    ]);
    expect(JSON.stringify(await api().get(of))).not.toContain(second);
    const { secret } = await api().rotateSecret({ ...of, body: { immediate: true } });
    expect(secret).toMatch(/^[0-9a-f]{48}$/);
    await api().test(of);
    expect(calls.at(-1)?.headers["x-webhook-signature"]).toBe(hex(String(secret), body));
    expect(calls.at(-1)?.headers).not.toHaveProperty("x-webhook-signature-next");
  });

  it("that is the current one changes nothing", async () => {
    expect(await api().rotateSecret({ ...of, body: { secret: first } })).toMatchObject({ version: 1 });
  });
});

describe("an endpoint with ed25519", () => {
  const refused = (pointer: string) => ({ cause: { code: "ValidationFailed", members: { errors: [{ pointer }] } } });
  /** Whether the last call has a signature of the key. */
  const isSignedBy = (publicKey: string | null): boolean => {
    const { headers = {}, body = "" } = calls.at(-1) ?? {};
    const x = Buffer.from(String(publicKey).slice("whpk_".length), "base64").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
    const given = String(headers["webhook-signature"]).split(" v1a,").join(",").split(",").slice(1);
    return given.some((signature) => verify(null, signed, key, Buffer.from(signature, "base64")));
  };
  const create = async (body: object = {}) => {
    const { retailerId } = of;
    const given = { url: "https://shop.invalid/hook", signature: "ed25519" as const, ...body };
    const { id, ...made } = await api().create({ retailerId, body: given });
    return { ...made, own: { retailerId, endpointId: id } };
  };

  it("has a public key, and its private key is in no answer, no history and no plain column", async () => {
    const { own, publicKey, ...made } = await create();
    expect(made).toMatchObject({ signature: "ed25519", secret: null });
    expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(await api().get(own)).toMatchObject({ signature: "ed25519", publicKey });
    expect(await api().get(of)).toMatchObject({ signature: "hmac", publicKey: null });
    await api().test(own);
    expect(isSignedBy(publicKey)).toBe(true);
    expect(calls.at(-1)?.headers).not.toHaveProperty("x-webhook-signature");
    const { secret } = await t.ctx.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: own.endpointId } });
    expect(Buffer.from(secret).includes("ed25519")).toBe(false);
    const { retailerId } = of;
    expect(JSON.stringify(await t.ctx.db.prisma.historyEntry.findMany({ where: { retailerId } }))).not.toContain(
      "ed25519:",
    );
  });

  it("changes its keys as a secret: both sign for a day, or the new one alone", async () => {
    const { own, publicKey } = await create();
    const next = await api().rotateSecret({ ...own, body: {} });
    expect(next).toMatchObject({ signature: "ed25519", secret: null, version: 2 });
    expect(next.publicKey).not.toBe(publicKey);
    await api().test(own);
    expect([publicKey, next.publicKey].map(isSignedBy)).toEqual([true, true]);
    const last = await api().rotateSecret({ ...own, body: { immediate: true } });
    await api().test(own);
    expect([publicKey, next.publicKey, last.publicKey].map(isSignedBy)).toEqual([false, false, true]);
  });

  it("is made from one with a secret and back by a change of the secret, and by nothing else", async () => {
    await expect(api().update({ ...of, body: { signature: "ed25519" } })).rejects.toMatchObject(refused("/signature"));
    const { publicKey } = await api().rotateSecret({ ...of, body: { signature: "ed25519" } });
    await api().test(of);
    const { headers = {}, body = "" } = calls.at(-1) ?? {};
    expect(headers["x-webhook-signature"]).toBe(hex(first, body));
    expect(isSignedBy(publicKey)).toBe(true);
    expect(await api().update({ ...of, body: { signature: "ed25519", description: "Ours" } })).toMatchObject({
      publicKey,
    });
    const back = await api().rotateSecret({ ...of, body: { signature: "hmac", secret: second, immediate: true } });
    expect(back).toMatchObject({ signature: "hmac", publicKey: null, secret: second });
    await api().test(of);
    expect(isSignedBy(publicKey)).toBe(false);
  });

  it("takes no secret of the caller", async () => {
    await expect(create({ secret: first })).rejects.toMatchObject(refused("/secret"));
    const { own } = await create();
    await expect(api().rotateSecret({ ...own, body: { secret: second } })).rejects.toMatchObject(refused("/secret"));
  });
});
