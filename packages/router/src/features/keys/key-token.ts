import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** What a bearer token `<prefix>_<keyId>_<secret>` says. */
export interface KeyToken {
  keyId: string;
  secret: string;
}

/** `hs`: an API key (contract §1, Auth). `hsu`: the upload key of a store's source (contract §3). */
type Prefix = "hs" | "hsu";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const form = new RegExp(`^(hsu?)_(${uuid})_([0-9a-f]{64})$`);

/** undefined for anything that is not of such a key's form. */
export function parseKeyToken(token: string, prefix: Prefix = "hs"): KeyToken | undefined {
  const [, found, keyId, secret] = form.exec(token) ?? [];
  return found === prefix && keyId && secret ? { keyId, secret } : undefined;
}

/** 32 random bytes, in hexadecimal. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** What is stored of a secret: it has 256 bits of chance, so a fast hash keeps it. */
export function digestOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash("sha256", secret, "buffer"));
}

/** Whether a digest is that of a secret, in a time that does not tell how much of it is right. */
export function isDigestOf(digest: Uint8Array, secret: string): boolean {
  const other = digestOf(secret);
  return digest.length === other.length && timingSafeEqual(digest, other);
}
