import { hmacKey } from "./hmac-key.ts";

export interface Delivery {
  storeId: string;
  sequence: number;
  body: string;
  /** When this call is made. */
  at: Date;
  /** Of the call; default: that of the event, which is the same on every retry. */
  id?: string;
}

/** The same on every retry of an event. */
function webhookId(storeId: string, sequence: number): string {
  return `evt_${storeId}_${sequence}`;
}

/** What a webhook call's headers say beside its signatures. */
export function plainHeaders({ storeId, sequence, at, id = webhookId(storeId, sequence) }: Delivery) {
  return {
    "content-type": "application/json",
    "user-agent": "Highstreet-Webhooks/1",
    "x-webhook-sequence": String(sequence),
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  };
}

/**
 * The headers of a webhook call (contract §6, Headers): the spec's signature over the raw body, in lower-case hex, and
 * those of Standard Webhooks (https://www.standardwebhooks.com), whose key is the secret's own bytes.
 * @param secrets in force, at least one, the longest in force first: while the secret changes, `X-Webhook-Signature` stays
 *   with the first, `X-Webhook-Signature-Next` has the last, and `Webhook-Signature` lists all (contract §6, Rotation)
 */
export function signDelivery(delivery: Delivery, secrets: readonly string[]): Record<string, string> {
  const [first, ...others] = secrets.map(hmacKey);
  if (first === undefined) throw new Error("a call cannot be signed without a secret");
  const headers: Record<string, string> = plainHeaders(delivery);
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${delivery.body}`;
  headers["x-webhook-signature"] = first.sign(delivery.body, "hex");
  const next = others.at(-1);
  if (next) headers["x-webhook-signature-next"] = next.sign(delivery.body, "hex");
  let standard = `v1,${first.sign(signed, "base64")}`;
  for (const key of others) standard += ` v1,${key.sign(signed, "base64")}`;
  headers["webhook-signature"] = standard;
  return headers;
}
