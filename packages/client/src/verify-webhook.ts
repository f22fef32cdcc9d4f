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

/** An event with its id and its place in the log of its store, from a call of its own or from a batch. */
export type ReceivedEvent = WebhookEvent & {
  id: string;
  /** null: a call outside of every log, such as a test call. */
  sequence: number | null;
};

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
function readHeaders(headers: WebhookHeaders): (name: string) => string | undefined {
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

/** @param pattern of the whole text, with the padding */
function fromBase64(text: string, pattern: RegExp): Bytes | undefined {
  return pattern.test(text) ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : undefined;
}

const bytes32 = /^[A-Za-z0-9+/]{43}=$/;
const bytes64 = /^[A-Za-z0-9+/]{86}==$/;

const PUBLIC_KEY = "whpk_";

/** A public key verifies `v1a`, and a secret `v1`. Everybody can know a public key, so it is never the key of an HMAC. */
async function keyOf(secret: string): Promise<{ key: CryptoKey; version: Version }> {
  if (!secret.startsWith(PUBLIC_KEY)) {
    const hmac = { name: "HMAC", hash: "SHA-256" };
    return { key: await crypto.subtle.importKey("raw", utf8.encode(secret), hmac, false, ["verify"]), version: "v1" };
  }
  const bytes = fromBase64(secret.slice(PUBLIC_KEY.length), bytes32);
  if (!bytes) throw new TypeError("a public key is whpk_ and 32 bytes in base64");
  return { key: await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]), version: "v1a" };
}

type Version = "v1" | "v1a";

/** A signature of the header `Webhook-Signature`; undefined for one of another version. */
function standardSignature(entry: string): Signature | undefined {
  const [version, text = ""] = entry.split(",");
  if (version === "v1") return { version, bytes: fromBase64(text, bytes32) };
  return version === "v1a" ? { version, bytes: fromBase64(text, bytes64) } : undefined;
}

interface Signature {
  version: Version;
  /** undefined: it has another length */
  bytes: Bytes | undefined;
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
  signatures: readonly (Signature | undefined)[],
  secrets: readonly string[],
): Promise<void> {
  for (const secret of secrets) {
    const { key, version } = await keyOf(secret);
    for (const given of signatures) {
      if (given?.version !== version || !given.bytes) continue;
      if (await crypto.subtle.verify(key.algorithm.name, key, given.bytes, signed)) return;
    }
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
  const given = signatures.split(" ").map(standardSignature);
  await checkSignatures(joined(`${id}.${timestamp}.`, body), given, secrets);
}

async function checkHex(
  body: string | Uint8Array,
  read: (name: string) => string | undefined,
  secrets: readonly string[],
): Promise<void> {
  const given = ["x-webhook-signature", "x-webhook-signature-next"].map(
    (name) => ({ version: "v1", bytes: fromHex(read(name) ?? "") }) as const,
  );
  await checkSignatures(joined(body), given, secrets);
}

async function verifiedBody(
  rawBody: string | Uint8Array,
  read: (name: string) => string | undefined,
  secret: string | readonly string[],
  options: VerifyWebhookOptions,
): Promise<WebhookEvent | Schemas["EventBatch"]> {
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.includes("")) throw new TypeError("verifyWebhook needs the channel's secret");
  const isUntimed = options.allowUntimed && read("webhook-signature") === undefined;
  if (isUntimed) await checkHex(rawBody, read, secrets);
  else await checkStandard(rawBody, read, secrets, options);
  return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
}

/**
 * Reads a webhook call after it has checked `Webhook-Signature` and its time. Refuses a call without this header, unless
 * `allowUntimed` is set.
 * @param rawBody the received bytes; parsed and serialized again, they would not match
 * @param secret the channel's secret, or the public key of an ed25519 endpoint (`whpk_…`); during a change, both the old and the new one
 * @throws WebhookVerificationError; TypeError for a batch, which `verifyWebhookEvents` reads
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const body = await verifiedBody(rawBody, readHeaders(headers), secret, options);
  if ("events" in body) throw new TypeError("the call is a batch of events: read it with verifyWebhookEvents");
  return body;
}

/**
 * As `verifyWebhook`, for calls with one event and for batches.
 * @returns the events of the call, in order
 * @throws WebhookVerificationError
 */
export async function verifyWebhookEvents(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<ReceivedEvent[]> {
  const read = readHeaders(headers);
  const body = await verifiedBody(rawBody, read, secret, options);
  if ("events" in body) return body.events;
  const id = read("webhook-id") ?? "";
  const [, sequence] = /^evt_[^_]+_(\d{1,15})$/.exec(id) ?? [];
  return [{ ...body, id, sequence: sequence === undefined ? null : Number(sequence) }];
}
