import { createHmac, createPublicKey, verify } from "node:crypto";
import { expect, it } from "vitest";
import { newSigningKey, signDelivery } from "./sign-delivery.ts";

const delivery = {
  storeId: "0198c3a0-0000-7000-8000-000000000001",
  sequence: 42,
  body: '{"action":"inventory.update","data":{"price":44.90,"title":"Café"}}',
  at: new Date("2026-03-02T09:00:00.900Z"),
};

it("signs the raw bytes of the body, in lower-case hex", () => {
  const headers = signDelivery(delivery, ["abcdefABCDEF0123"]);
  const bytes = Buffer.from(delivery.body, "utf8");
  expect(headers["x-webhook-signature"]).toBe(createHmac("sha256", "abcdefABCDEF0123").update(bytes).digest("hex"));
  expect(headers["x-webhook-signature"]).toMatch(/^[0-9a-f]{64}$/);
  expect(headers["x-webhook-sequence"]).toBe("42");
});

it("signs as Standard Webhooks does, with the same id on every retry", () => {
  const first = signDelivery(delivery, ["abcdefABCDEF0123"]);
  const retry = signDelivery({ ...delivery, at: new Date("2026-03-02T09:00:31Z") }, ["abcdefABCDEF0123"]);
  expect(first["webhook-timestamp"]).toBe("1772442000");
  const signed = `${first["webhook-id"]}.1772442000.${delivery.body}`;
  expect(first["webhook-signature"]).toBe(
    `v1,${createHmac("sha256", "abcdefABCDEF0123").update(signed).digest("base64")}`,
  );
  expect(retry["webhook-id"]).toBe(first["webhook-id"]);
  expect(retry["webhook-signature"]).not.toBe(first["webhook-signature"]);
  expect(retry["x-webhook-signature"]).toBe(first["x-webhook-signature"]);
});

/** A receiver that knows a public key of Standard Webhooks: `whpk_` and 32 bytes in base64. */
function verifies(publicKey: string, headers: Record<string, string>): boolean {
  const raw = Buffer.from(publicKey.slice("whpk_".length), "base64");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") }, format: "jwk" });
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${delivery.body}`);
  return (headers["webhook-signature"] ?? "")
    .split(" ")
    .filter((entry) => entry.startsWith("v1a,"))
    .some((entry) => verify(null, signed, key, Buffer.from(entry.slice("v1a,".length), "base64")));
}

it("signs with a private key as v1a, which only its public key verifies, and not with an HMAC of it", () => {
  const [{ secret, publicKey }, other] = [newSigningKey(), newSigningKey()];
  expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  const headers = signDelivery(delivery, [secret]);
  expect(headers["webhook-signature"]).toMatch(/^v1a,[A-Za-z0-9+/]{86}==$/);
  expect(headers).not.toHaveProperty("x-webhook-signature");
  expect(verifies(publicKey, headers)).toBe(true);
  expect(verifies(other.publicKey, headers)).toBe(false);
  expect(verifies(publicKey, { ...headers, "webhook-timestamp": "1772442001" })).toBe(false);
});

it("signs with a secret and private keys at once, while an endpoint changes from one to the other", () => {
  const [old, next] = [newSigningKey(), newSigningKey()];
  const headers = signDelivery(delivery, ["abcdefABCDEF0123", old.secret, next.secret]);
  const versions = headers["webhook-signature"]?.split(" ").map((entry) => entry.split(",")[0]);
  expect(versions).toEqual(["v1", "v1a", "v1a"]);
  expect(verifies(old.publicKey, headers) && verifies(next.publicKey, headers)).toBe(true);
  expect(headers["x-webhook-signature"]).toBe(signDelivery(delivery, ["abcdefABCDEF0123"])["x-webhook-signature"]);
  expect(headers).not.toHaveProperty("x-webhook-signature-next");
});
