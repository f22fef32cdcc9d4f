import { createHmac } from "node:crypto";
import { isValidSecret, type SigningSecret } from "@highstreet/delivery";
import type { ChannelRow, StoreIds } from "../../../core/channels/index.ts";
import type { Place, Vault } from "../../../kernel/sealing/index.ts";

/** Time for which a replaced secret stays valid. */
const OVERLAP_MS = 24 * 3_600_000;

/** Maximum number of valid secrets. Calls are signed with each of them. */
const MOST = 4;

const placeOf = ({ retailerId, storeId }: StoreIds): Place => ["channel", retailerId, storeId, "webhooks"];

/** Seals the secret of a channel or, during a rotation, all valid secrets together. */
export function sealSecrets(
  vault: Vault,
  store: StoreIds,
  secrets: readonly SigningSecret[],
): Pick<ChannelRow, "secret" | "previousSecretUntil"> {
  const [only, ...others] = secrets;
  const times = secrets.flatMap(({ until }) => until?.getTime() ?? []);
  return {
    secret: vault.seal(only && !others.length ? only.secret : JSON.stringify(secrets), placeOf(store)),
    previousSecretUntil: times.length ? new Date(Math.max(...times)) : null,
  };
}

/** Opens the result of `sealSecrets`. A single secret has only letters and digits, so it is never a list. */
export function openSecrets(vault: Vault, store: StoreIds, sealed: Uint8Array): SigningSecret[] {
  const text = vault.open(sealed, placeOf(store));
  if (!text.startsWith("[")) return [{ secret: text, until: null }];
  const kept = JSON.parse(text) as { secret: string; until: string | null }[];
  return kept.map(({ secret, until }) => ({ secret, until: until === null ? null : new Date(until) }));
}

/** The channel's own secret. */
export function currentSecret(secrets: readonly SigningSecret[]): string | undefined {
  return secrets.find(({ until }) => until === null)?.secret;
}

/** The channel's own secret as a parameter. */
export function readSecrets({ vault }: { vault: Vault }, row: ChannelRow): { secret?: string } {
  const secret = row.secret && currentSecret(openSecrets(vault, row, row.secret));
  return secret ? { secret } : {};
}

/**
 * Replaces the secret of a channel. A replaced secret stays valid for 24 hours, in the order of the replacements. So a receiver that
 * knows one of them finds its signature, and the secret of the first header changes only when it expires.
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
  // The first header needs the oldest secret and the last header the newest, so the ones between are removed.
  while (all.length > MOST)
    all.splice(
      all.findIndex((one, n) => n > 0 && one !== own),
      1,
    );
  return all;
}

/**
 * The signing secrets of a store's webhook inbox (the console's receiver for development), one for each key of the ring. The seed and
 * the console derive the same secrets. A new connection takes the first secret. 32 hexadecimal characters each.
 * @param secretKey `HIGHSTREET_SECRET_KEY`
 */
export function inboxSecrets(secretKey: string, storeId: string): [string, ...string[]] {
  const secretOf = (key: string): string =>
    createHmac("sha256", key.trim()).update(`webhook inbox of ${storeId}`).digest("hex").slice(0, 32);
  const [first = "", ...others] = secretKey.split(",");
  return [secretOf(first), ...others.map(secretOf)];
}
