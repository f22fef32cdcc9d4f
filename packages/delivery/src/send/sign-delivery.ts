import { createHmac, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

export interface SigningSecret {
  /** Letters and digits, or a private key of `newSigningKey`. */
  secret: string;
  /** The end of a replaced secret's validity; null for the channel's own secret. */
  until: Date | null;
}

export const isValidSecret = ({ until }: SigningSecret, at: Date): boolean => until === null || until > at;

/** The valid secrets, the oldest first (`signDelivery`). */
export function validSecrets(secrets: readonly SigningSecret[], at: Date): string[] {
  return secrets.filter((one) => isValidSecret(one, at)).map(({ secret }) => secret);
}

interface SignedCall {
  body: string;
  at: Date;
  /** The endpoint that is called; undefined: the webhooks channel of the store. */
  endpointId?: string | undefined;
}

interface EventCall extends SignedCall {
  storeId: string;
  sequence: number;
  /** The id of the call. Default: the id of the event, which is the same for every retry. */
  id?: string;
}

/** A call of an endpoint outside of every log: its ping, a test call, or a batch of events. */
interface OtherCall extends SignedCall {
  id: string;
  events?: number;
}

export type Delivery = EventCall | OtherCall;

/** The same for every retry. */
export const eventId = (storeId: string, sequence: number): string => `evt_${storeId}_${sequence}`;

/** An event in the body of a batch. @param body of a call with this event alone */
export const eventInBatch = (storeId: string, sequence: number, body: string): string =>
  `{"id":"${eventId(storeId, sequence)}","sequence":${sequence},${body.slice(1)}`;

export function plainHeaders(call: Delivery): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "user-agent": "Highstreet-Webhooks/1",
  };
  if ("sequence" in call) headers["x-webhook-sequence"] = String(call.sequence);
  if ("events" in call) headers["x-webhook-events"] = String(call.events);
  if (call.endpointId !== undefined) headers["x-webhook-endpoint"] = call.endpointId;
  headers["webhook-id"] = "sequence" in call ? (call.id ?? eventId(call.storeId, call.sequence)) : call.id;
  headers["webhook-timestamp"] = String(Math.floor(call.at.getTime() / 1_000));
  return headers;
}

const PRIVATE_KEY = "ed25519:";

/** A new key pair: the private key as a signing secret, and the public key as Standard Webhooks writes it. */
export function newSigningKey(): { secret: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const bytes = privateKey.export({ format: "der", type: "pkcs8" });
  const { x = "" } = publicKey.export({ format: "jwk" });
  return {
    secret: PRIVATE_KEY + bytes.toString("base64"),
    publicKey: `whpk_${Buffer.from(x, "base64url").toString("base64")}`,
  };
}

/** The signature of Standard Webhooks, with the version that its receivers look for. */
function standardSignature(secret: string, text: string): string {
  if (!secret.startsWith(PRIVATE_KEY)) return `v1,${hmac(secret, text, "base64")}`;
  const key = Buffer.from(secret.slice(PRIVATE_KEY.length), "base64");
  const signature = sign(null, Buffer.from(text), createPrivateKey({ key, format: "der", type: "pkcs8" }));
  return `v1a,${signature.toString("base64")}`;
}

const hmac = (secret: string, text: string, encoding: "hex" | "base64"): string =>
  createHmac("sha256", secret).update(text).digest(encoding);

/**
 * The headers of a webhook call: a signature of the raw body in lower-case hex, and the signatures of Standard Webhooks
 * (https://www.standardwebhooks.com). The key of an HMAC is the bytes of the secret.
 * @param secrets the valid secrets, the oldest first. `Webhook-Signature` uses all of them; of those that are no private keys,
 *   `X-Webhook-Signature` uses the first, `X-Webhook-Signature-Next` the last
 */
export function signDelivery(delivery: Delivery, secrets: readonly string[]): Record<string, string> {
  if (!secrets.length) throw new Error("a call cannot be signed without a secret");
  const [first, ...others] = secrets.filter((secret) => !secret.startsWith(PRIVATE_KEY));
  const headers = plainHeaders(delivery);
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${delivery.body}`;
  if (first !== undefined) headers["x-webhook-signature"] = hmac(first, delivery.body, "hex");
  const next = others.at(-1);
  if (next !== undefined) headers["x-webhook-signature-next"] = hmac(next, delivery.body, "hex");
  headers["webhook-signature"] = secrets.map((secret) => standardSignature(secret, signed)).join(" ");
  return headers;
}
