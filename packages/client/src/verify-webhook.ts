import { createHmac, timingSafeEqual } from "node:crypto";
import type { Schemas } from "./schemas.ts";

/** What a webhook call says, told apart by `action`. */
export type WebhookEvent =
  | Schemas["WebhookEnabledEvent"]
  | Schemas["InventoryUpdateEvent"]
  | Schemas["InventorySourceUpdateEvent"]
  | Schemas["ChannelUpdateEvent"];

/** Of `fetch`, or of Node's `request.headers`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyWebhookOptions {
  /** How far the call's time may be from ours, in seconds; default 300. */
  tolerance?: number;
  /** The time; default now. */
  now?: Date;
  /**
   * Takes a call without `Webhook-Signature` by its `X-Webhook-Signature`; default false. That one has no time, and who has
   * recorded a call of ours can drop the headers that have: only for senders other than Highstreet, which always sends both.
   */
  allowUntimed?: boolean;
}

/** The call is not one of ours, or too old: answer it with 400 and do nothing else. */
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

/** Takes the same time wherever they differ. */
function same(given: string, expected: Buffer, encoding: "hex" | "base64"): boolean {
  const bytes = Buffer.from(given, encoding);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

const hmac = (secret: string, ...parts: (string | Uint8Array)[]): Buffer => {
  const digest = createHmac("sha256", secret);
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Standard Webhooks: the time is signed too, so that somebody else cannot send a call again once the tolerance is over. */
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
 * Reads a webhook call after making sure that Highstreet sent it, and lately: by `Webhook-Signature` and its timestamp. A call
 * that has none is refused, whatever else it has; see `allowUntimed`.
 * @param rawBody the bytes as they came: parsed and written anew, they would not match
 * @param secret that of the channel; during a change both the old and the new
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
