import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../kernel/context.ts";

/** The parts of a bearer token `<prefix>_<keyId>_<secret>`. */
export interface KeyToken {
  keyId: string;
  secret: string;
}

/** `hs`: an API key. `hsu`: the upload key of a store's source. */
type Prefix = "hs" | "hsu";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const form = new RegExp(`^(hsu?)_(${uuid})_([0-9a-f]{64})$`);

/** @returns undefined for a text of another form */
export function parseKeyToken(token: string, prefix: Prefix = "hs"): KeyToken | undefined {
  const [, found, keyId, secret] = form.exec(token) ?? [];
  return found === prefix && keyId && secret ? { keyId, secret } : undefined;
}

/** A new secret: 32 random bytes in hexadecimal. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** The stored digest of a secret. A fast hash is enough because a secret has 256 random bits. */
export function digestOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash("sha256", secret, "buffer"));
}

/** Whether a digest belongs to a secret. Compares in constant time. */
export function isDigestOf(digest: Uint8Array, secret: string): boolean {
  const other = digestOf(secret);
  return digest.length === other.length && timingSafeEqual(digest, other);
}

/** The token to return for a new key. A dry run rolls the key back, so it returns a placeholder. */
export function shownKey({ isDryRun }: Pick<Context, "isDryRun">, token: string): string {
  return isDryRun ? "none: a dry run makes no key" : token;
}
