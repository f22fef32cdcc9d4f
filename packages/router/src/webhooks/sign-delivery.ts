import { createHmac } from "node:crypto";

export interface Delivery {
  storeId: string;
  sequence: number;
  body: string;
  /** When this call is made. */
  at: Date;
}

/** The same on every retry of an event. */
function webhookId(storeId: string, sequence: number): string {
  return `evt_${storeId}_${sequence}`;
}

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text, "utf8");

/**
 * The headers of a webhook call (contract §6, Headers): the spec's signature over the raw body, in lower-case hex, and
 * those of Standard Webhooks (https://www.standardwebhooks.com), whose key is the secret's own bytes.
 */
export function signDelivery(delivery: Delivery, secret: string): Record<string, string> {
  const { storeId, sequence, body, at } = delivery;
  const id = webhookId(storeId, sequence);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return {
    "content-type": "application/json",
    "user-agent": "Highstreet-Webhooks/1",
    "x-webhook-signature": hmac(secret, body).digest("hex"),
    "x-webhook-sequence": String(sequence),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${hmac(secret, `${id}.${timestamp}.${body}`).digest("base64")}`,
  };
}
