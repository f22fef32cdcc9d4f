import { eventInBatch, newSigningKey, signDelivery } from "@highstreet/delivery";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifyWebhook, verifyWebhookEvents, WebhookVerificationError } from "../src/index.ts";

const secret = "s3cretS3cretS3cret";
const at = new Date("2026-03-02T09:15:00Z");
const event = { action: "webhook.enabled", data: { retailer: { id: "r" }, store: { id: "s" } } };
const body = JSON.stringify(event);
const storeId = "01939f30-5a00-7000-8000-000000000002";
const signed = (text = body, by = secret) => signDelivery({ storeId, sequence: 118, body: text, at }, [by]);
const now = { now: at };
const untimed = { allowUntimed: true };

/** Removes the headers of Standard Webhooks. */
function hexOnly(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("webhook-")));
}

describe("our call is accepted", () => {
  test("by its Standard Webhooks signature, from any kind of headers and body", async () => {
    const headers = signed();
    expect(await verifyWebhook(body, headers, secret, now)).toEqual(event);
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret, now)).toEqual(event);
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await verifyWebhook(new TextEncoder().encode(body), lists, secret, now)).toEqual(event);
  });

  test("by X-Webhook-Signature alone if the receiver allows it", async () => {
    expect(await verifyWebhook(body, hexOnly(signed()), secret, untimed)).toEqual(event);
  });

  test("with the old secret and with the new one while the secret changes", async () => {
    const next = "n3wS3cretN3wS3cret";
    const [old, young] = [signed(), signed(body, next)];
    const hex = {
      "x-webhook-signature": old["x-webhook-signature"],
      "x-webhook-signature-next": young["x-webhook-signature"],
    };
    const signatures = `${old["webhook-signature"]} ${young["webhook-signature"]}`;
    for (const known of [secret, next, [secret, next]]) {
      expect(await verifyWebhook(body, { ...old, ...hex, "webhook-signature": signatures }, known, now)).toEqual(event);
      expect(await verifyWebhook(body, hex, known, untimed)).toEqual(event);
    }
  });
});

describe("the events of a call", () => {
  test("are one, with the id and the sequence of the call; a test call has no sequence", async () => {
    const id = `evt_${storeId}_118`;
    expect(await verifyWebhookEvents(body, signed(), secret, now)).toEqual([{ ...event, id, sequence: 118 }]);
    const tested = signDelivery({ id: "test_1", body, at }, [secret]);
    expect(await verifyWebhookEvents(body, tested, secret, now)).toEqual([{ ...event, id: "test_1", sequence: null }]);
  });

  test("are those of a batch, which verifyWebhook refuses to give as one", async () => {
    const batch = `{"events":[${eventInBatch("a", 1, body)},${eventInBatch("b", 7, body)}]}`;
    const headers = signDelivery({ id: "batch_1", events: 2, endpointId: "e", body: batch, at }, [secret]);
    expect(await verifyWebhookEvents(batch, headers, secret, now)).toEqual([
      { ...event, id: "evt_a_1", sequence: 1 },
      { ...event, id: "evt_b_7", sequence: 7 },
    ]);
    await expect(verifyWebhook(batch, headers, secret, now)).rejects.toThrow("verifyWebhookEvents");
    await expect(verifyWebhookEvents(batch.replace(":7,", ":8,"), headers, secret, now)).rejects.toThrow(
      WebhookVerificationError,
    );
  });
});

describe("a call is refused", () => {
  const refused = (...[text, headers, key, options]: Parameters<typeof verifyWebhook>) =>
    expect(verifyWebhook(text, headers, key, options)).rejects.toThrow(WebhookVerificationError);

  test("when a byte differs, with each kind of signature", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.string({ minLength: 1, maxLength: 1 }), async (n, other) => {
        fc.pre(body[n] !== other);
        const forged = body.slice(0, n) + other + body.slice(n + 1);
        await refused(forged, signed(), secret, now);
        await refused(forged, hexOnly(signed()), secret, untimed);
      }),
    );
  });

  test("when it was signed by another secret, or not at all", async () => {
    await refused(body, signed(body, "another1another2"), secret, now);
    await refused(body, hexOnly(signed(body, "another1another2")), secret, untimed);
    await refused(body, {}, secret);
    await refused(body, {}, secret, untimed);
    for (const junk of ["", "v1,", "v1", "v2,AAAA", "zz", "é"]) {
      await refused(body, { "x-webhook-signature": junk }, secret, untimed);
      await refused(body, { ...signed(), "webhook-signature": junk }, secret, now);
    }
  });

  test("when it is older, or younger, than the tolerance", async () => {
    for (const seconds of [-301, 301]) {
      const late = new Date(at.getTime() + seconds * 1_000);
      await refused(body, signed(), secret, { now: late });
      expect(await verifyWebhook(body, signed(), secret, { now: late, tolerance: 400 })).toEqual(event);
    }
    await refused(body, { ...signed(), "webhook-timestamp": "1e9" }, secret, now);
    await refused(body, signed(), secret, untimed);
  });

  test("when the headers with its time are missing, on the day or years later", async () => {
    await refused(body, hexOnly(signed()), secret, now);
    await refused(body, hexOnly(signed()), secret);
    for (const name of ["webhook-signature", "webhook-timestamp", "webhook-id"])
      await refused(body, { ...signed(), [name]: undefined }, secret, now);
  });

  test("when its id or time differ from the signed ones", async () => {
    await refused(body, { ...signed(), "webhook-id": "evt_other" }, secret, now);
    await refused(body, { ...signed(), "webhook-timestamp": String(at.getTime() / 1_000 + 1) }, secret, now);
  });

  test("an empty secret is an error of the receiver, never a match", async () => {
    await expect(verifyWebhook(body, hexOnly(signed(body, "")), "", untimed)).rejects.toThrow(TypeError);
    await expect(verifyWebhook(body, hexOnly(signed()), [], untimed)).rejects.toThrow(TypeError);
  });
});

describe("a public key", () => {
  const { secret: privateKey, publicKey } = newSigningKey();
  const other = newSigningKey();
  const call = signed(body, privateKey);

  test("accepts the calls of its endpoint, also while the endpoint changes from or to a secret", async () => {
    expect(await verifyWebhook(body, call, publicKey, now)).toEqual(event);
    const both = signDelivery({ storeId, sequence: 118, body, at }, [secret, privateKey, other.secret]);
    for (const known of [secret, publicKey, other.publicKey, [other.publicKey, secret]])
      expect(await verifyWebhook(body, both, known, now)).toEqual(event);
  });

  test("refuses other keys, other bytes, and calls signed with the public key itself, which everybody can know", async () => {
    const refused = (...[text, headers, key, options]: Parameters<typeof verifyWebhook>) =>
      expect(verifyWebhook(text, headers, key, options)).rejects.toThrow(WebhookVerificationError);
    await refused(body, call, other.publicKey, now);
    await refused(`${body} `, call, publicKey, now);
    await refused(body, { ...call, "webhook-id": "evt_other" }, publicKey, now);
    await refused(body, signed(body, publicKey), publicKey, now);
    await refused(body, hexOnly(signed(body, publicKey)), publicKey, untimed);
    for (const text of [call["webhook-signature"]?.replace("v1a,", "v1,"), "v1a,", `v1a,${"A".repeat(86)}==`])
      await refused(body, { ...call, "webhook-signature": text }, [publicKey, secret], now);
  });

  test("that is not whole is an error of the receiver", async () => {
    for (const wrong of ["whpk_", publicKey.slice(0, -1), `${publicKey}A`])
      await expect(verifyWebhook(body, call, wrong, now)).rejects.toThrow(TypeError);
  });
});
