import { hash, randomBytes } from "node:crypto";

/** What a bearer token `hs_<keyId>_<secret>` says. */
export interface KeyToken {
  keyId: string;
  secret: string;
}

const form = /^hs_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_([0-9a-f]{64})$/;

/** undefined for anything that is not of a key's form (contract §1, Auth). */
export function parseKeyToken(token: string): KeyToken | undefined {
  const [, keyId, secret] = form.exec(token) ?? [];
  return keyId && secret ? { keyId, secret } : undefined;
}

/** 32 random bytes, in hexadecimal. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** What is stored of a secret: it has 256 bits of chance, so a fast hash keeps it. */
export function digestOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash("sha256", secret, "buffer"));
}
