import type { ChannelRow, StoreIds } from "../../core/channels/index.ts";
import type { Place, Vault } from "../../kernel/sealing/index.ts";

/** How long a secret stays in force after it was replaced (contract §6, Rotation). */
const OVERLAP_MS = 24 * 3_600_000;

/** In force at once, and signed with, however often the secret is replaced. */
const MOST = 4;

/** A secret that calls are signed with. */
export interface SigningSecret {
  secret: string;
  /** null: the channel's own. A replaced one is in force until then. */
  until: Date | null;
}

const placeOf = ({ retailerId, storeId }: StoreIds): Place => ["channel", retailerId, storeId, "webhooks"];

/** What a channel keeps: its secret alone or, while it changes, all of them, each sealed with the others. */
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

/** Reads what `sealSecrets` made. A secret itself is letters and digits, never a list. */
export function openSecrets(vault: Vault, store: StoreIds, sealed: Uint8Array): SigningSecret[] {
  const text = vault.open(sealed, placeOf(store));
  if (!text.startsWith("[")) return [{ secret: text, until: null }];
  const kept = JSON.parse(text) as { secret: string; until: string | null }[];
  return kept.map(({ secret, until }) => ({ secret, until: until === null ? null : new Date(until) }));
}

const isInForce = ({ until }: SigningSecret, at: Date): boolean => until === null || until > at;

/** What a call is signed with, the longest in force first (`signDelivery`). */
export function secretsInForce(secrets: readonly SigningSecret[], at: Date): string[] {
  return secrets.filter((one) => isInForce(one, at)).map(({ secret }) => secret);
}

/** The channel's own secret. */
export function currentSecret(secrets: readonly SigningSecret[]): string | undefined {
  return secrets.find(({ until }) => until === null)?.secret;
}

/**
 * Gives a channel another secret. Each that was replaced stays in force for 24 hours, in the order in which they came: so a
 * receiver that knows any of them finds its signature, also when a secret is replaced before the one before it was over,
 * and what the first header is signed with never changes before its time.
 * @param immediate ends all others at once
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
    .filter((one) => isInForce(one, now))
    .map((one) => (one.secret === secret ? own : { ...one, until: one.until ?? until }));
  if (!all.includes(own)) all.push(own);
  // Of many, the first header has the oldest, the last the newest: those between have the least to lose.
  while (all.length > MOST)
    all.splice(
      all.findIndex((one, n) => n > 0 && one !== own),
      1,
    );
  return all;
}
