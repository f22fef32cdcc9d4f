import { createHmac, timingSafeEqual } from "node:crypto";
import type { Schemas } from "./schemas.ts";

/** The content of a webhook call. `action` distinguishes the kinds. */
export type WebhookEvent =
  | Schemas["WebhookEnabledEvent"]
  | Schemas["InventoryUpdateEvent"]
  | Schemas["InventorySourceUpdateEvent"]
  | Schemas["ChannelUpdateEvent"];

/** Headers of `fetch`, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyWebhookOptions {
  /** Maximum difference between the call's time and ours, in seconds; default 300. */
  tolerance?: number;
  /** The current time; default: now. */
  now?: Date;
  /**
   * Accepts a call without `Webhook-Signature` by its `X-Webhook-Signature`; default false. Such a call has no time, so a recorded
   * call stays valid forever. Only for senders other than Highstreet, which always sends both.
   */
  allowUntimed?: boolean;
}

/** The call is not from Highstreet, or too old. Answer with 400 and do nothing more. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookVerificationError";
  }
}

function reader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]] as const);
  const byName = new Map(entries);
  return (name) => byName.get(name);
}

/** Compares in constant time. */
function same(given: string, expected: Buffer, encoding: "hex" | "base64"): boolean {
  const bytes = Buffer.from(given, encoding);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

const hmac = (secret: string, ...parts: (string | Uint8Array)[]): Buffer => {
  const digest = createHmac("sha256", secret);
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Standard Webhooks signs the time too, so that a recorded call is refused after the tolerance. */
function checkStandard(
  body: string | Uint8Array,
  read: (name: string) => string | undefined,
  secrets: readonly string[],
  { tolerance = 300, now = new Date() }: VerifyWebhookOptions,
): void {
  const id = read("webhook-id") ?? "";
  const timestamp = read("webhook-timestamp") ?? "";
  if (read("webhook-signature") === undefined) throw new WebhookVerificationError("the call has no Webhook-Signature");
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > tolerance)
    throw new WebhookVerificationError("the call is too old, or from the future");
  const given = (read("webhook-signature") ?? "")
    .split(" ")
    .flatMap((entry) => (entry.startsWith("v1,") ? entry.slice(3) : []));
  const expected = secrets.map((secret) => hmac(secret, `${id}.${timestamp}.`, body));
  const matches = given.flatMap((signature) => expected.filter((digest) => same(signature, digest, "base64")));
  if (!matches.length) throw new WebhookVerificationError("no signature matches");
}

function checkHex(
  body: string | Uint8Array,
  read: (name: string) => string | undefined,
  secrets: readonly string[],
): void {
  const given = ["x-webhook-signature", "x-webhook-signature-next"].flatMap((name) => read(name) ?? []);
  const expected = secrets.map((secret) => hmac(secret, body));
  const matches = given.flatMap((signature) => expected.filter((digest) => same(signature, digest, "hex")));
  if (!matches.length) throw new WebhookVerificationError("no signature matches");
}

/**
 * Reads a webhook call after it has checked `Webhook-Signature` and its time. Refuses a call without this header, unless
 * `allowUntimed` is set.
 * @param rawBody the received bytes; parsed and serialized again, they would not match
 * @param secret the channel's secret; during a change, both the old and the new one
 * @throws WebhookVerificationError
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): WebhookEvent {
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.includes("")) throw new TypeError("verifyWebhook needs the channel's secret");
  const read = reader(headers);
  const isUntimed = options.allowUntimed && read("webhook-signature") === undefined;
  if (isUntimed) checkHex(rawBody, read, secrets);
  else checkStandard(rawBody, read, secrets, options);
  return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
}
