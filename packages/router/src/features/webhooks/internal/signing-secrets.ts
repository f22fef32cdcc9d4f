import { createHmac } from "node:crypto";
import { isValidSecret, type SigningSecret } from "@highstreet/delivery";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { Place, Vault } from "../../../kernel/context.ts";

const OVERLAP_MS = 24 * 3_600_000;

/** Calls are signed with each of them. */
const MAX_SECRETS = 4;

/** The row with the secrets: the channel of a store, or an endpoint. */
type Signer = StoreIds | { endpointId: string };

const placeOf = (signer: Signer): Place =>
  "endpointId" in signer
    ? ["webhook_endpoint", signer.endpointId]
    : ["channel", signer.retailerId, signer.storeId, "webhooks"];

/** Headers that an endpoint's owner adds to its calls, by their names in small letters. */
export type OwnHeaders = Record<string, string>;

/** During a rotation, all valid secrets together. @param headers of an endpoint */
export function sealSecrets(
  vault: Vault,
  signer: Signer,
  secrets: readonly SigningSecret[],
  headers: OwnHeaders = {},
): { secret: Uint8Array<ArrayBuffer>; previousSecretUntil: Date | null } {
  const [only, ...others] = secrets;
  const list = Object.keys(headers).length ? { secrets, headers } : secrets;
  const times = secrets.flatMap(({ until }) => until?.getTime() ?? []);
  return {
    secret: vault.seal(
      only && !others.length && list === secrets ? only.secret : JSON.stringify(list),
      placeOf(signer),
    ),
    previousSecretUntil: times.length ? new Date(Math.max(...times)) : null,
  };
}

type Kept = { secret: string; until: string | null }[];

/** A single secret has only letters and digits, so it is never JSON. */
export function openSealed(
  vault: Vault,
  signer: Signer,
  sealed: Uint8Array,
): { secrets: SigningSecret[]; headers: OwnHeaders } {
  const text = vault.open(sealed, placeOf(signer));
  if (!/^[[{]/.test(text)) return { secrets: [{ secret: text, until: null }], headers: {} };
  const kept: Kept | { secrets: Kept; headers: OwnHeaders } = JSON.parse(text);
  const { secrets, headers } = Array.isArray(kept) ? { secrets: kept, headers: {} } : kept;
  const dated = secrets.map(({ secret, until }) => ({ secret, until: until === null ? null : new Date(until) }));
  return { secrets: dated, headers };
}

export const openSecrets = (...sealed: Parameters<typeof openSealed>): SigningSecret[] => openSealed(...sealed).secrets;

export function currentSecret(secrets: readonly SigningSecret[]): string | undefined {
  return secrets.find(({ until }) => until === null)?.secret;
}

/**
 * A replaced secret stays valid for 24 hours, in the order of the replacements. So a receiver that knows one of them finds its signature.
 * @param immediate ends all other secrets at once
 */
export function replaceSecret(
  secrets: readonly SigningSecret[],
  secret: string,
  { now, immediate }: { now: Date; immediate: boolean },
): SigningSecret[] {
  const own: SigningSecret = { secret, until: null };
  if (immediate) return [own];
  const until = new Date(now.getTime() + OVERLAP_MS);
  const all = secrets
    .filter((one) => isValidSecret(one, now))
    .map((one) => (one.secret === secret ? own : { ...one, until: one.until ?? until }));
  if (!all.includes(own)) all.push(own);
  // The first header needs the oldest secret, the last one the newest.
  while (all.length > MAX_SECRETS)
    all.splice(
      all.findIndex((one, n) => n > 0 && one !== own),
      1,
    );
  return all;
}

/**
 * Of a store's webhook inbox (the console's receiver for development), one for each key of the ring. A new connection takes the first. 32
 * hexadecimal characters each.
 * @param secretKey `HIGHSTREET_SECRET_KEY`
 */
export function inboxSecrets(secretKey: string, storeId: string): [string, ...string[]] {
  const secretOf = (key: string): string =>
    createHmac("sha256", key.trim()).update(`webhook inbox of ${storeId}`).digest("hex").slice(0, 32);
  const [first = "", ...others] = secretKey.split(",");
  return [secretOf(first), ...others.map(secretOf)];
}
