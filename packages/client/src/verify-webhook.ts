import type { components } from "./api.ts";

/** The API's records by name: `Schemas["Item"]`. */
export type Schemas = components["schemas"];

/** The content of a webhook call. `action` distinguishes the kinds. */
export type WebhookEvent =
  | Schemas["WebhookEnabledEvent"]
  | Schemas["EndpointEnabledEvent"]
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

/** Reads headers by their name in lower case. */
export function readHeaders(headers: WebhookHeaders): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]] as const);
  const byName = new Map(entries);
  return (name) => byName.get(name);
}

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();

function joined(...parts: (string | Uint8Array)[]): Bytes {
  const pieces = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

function fromBase64(text: string): Bytes | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : undefined;
}

function fromHex(text: string): Bytes | undefined {
  if (!/^[0-9a-f]{64}$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/**
 * Passes if one of the secrets made one of the signatures. WebCrypto compares in constant time.
 * @throws WebhookVerificationError
 */
async function checkSignatures(
  signed: Bytes,
  signatures: readonly (Bytes | undefined)[],
  secrets: readonly string[],
): Promise<void> {
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
      "verify",
    ]);
    for (const signature of signatures)
      if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return;
  }
  throw new WebhookVerificationError("no signature matches");
}

/** Standard Webhooks signs the time too, so that a recorded call is refused after the tolerance. */
async function checkStandard(
  body: string | Uint8Array,
  read: (name: string) => string | undefined,
  secrets: readonly string[],
  { tolerance = 300, now = new Date() }: VerifyWebhookOptions,
): Promise<void> {
  const id = read("webhook-id") ?? "";
  const timestamp = read("webhook-timestamp") ?? "";
  const signatures = read("webhook-signature");
  if (signatures === undefined) throw new WebhookVerificationError("the call has no Webhook-Signature");
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > tolerance)
    throw new WebhookVerificationError("the call is too old, or from the future");
  const given = signatures
    .split(" ")
    .map((entry) => (entry.startsWith("v1,") ? fromBase64(entry.slice(3)) : undefined));
  await checkSignatures(joined(`${id}.${timestamp}.`, body), given, secrets);
}

async function checkHex(
  body: string | Uint8Array,
  read: (name: string) => string | undefined,
  secrets: readonly string[],
): Promise<void> {
  const given = ["x-webhook-signature", "x-webhook-signature-next"].map((name) => fromHex(read(name) ?? ""));
  await checkSignatures(joined(body), given, secrets);
}

/**
 * Reads a webhook call after it has checked `Webhook-Signature` and its time. Refuses a call without this header, unless
 * `allowUntimed` is set.
 * @param rawBody the received bytes; parsed and serialized again, they would not match
 * @param secret the channel's secret; during a change, both the old and the new one
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.includes("")) throw new TypeError("verifyWebhook needs the channel's secret");
  const read = readHeaders(headers);
  const isUntimed = options.allowUntimed && read("webhook-signature") === undefined;
  if (isUntimed) await checkHex(rawBody, read, secrets);
  else await checkStandard(rawBody, read, secrets, options);
  return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
}
