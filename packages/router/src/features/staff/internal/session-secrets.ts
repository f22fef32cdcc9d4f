import { hkdfSync } from "node:crypto";
import { parseKeys } from "../../../kernel/sealing/index.ts";

/** A secret for better-auth. Each encrypted value names the version of its secret. */
export interface SessionSecret {
  version: number;
  /** At least 32 characters. */
  value: string;
}

/**
 * Derives the secrets of better-auth from `HIGHSTREET_SECRET_KEY` (HKDF), so that neither kind of key reveals the other.
 * The first secret signs sessions and encrypts second factors; each secret decrypts. Sessions end when the first key changes.
 */
export function sessionSecrets(secretKey: string): SessionSecret[] {
  return parseKeys(secretKey).map((key) => {
    const bytes = Buffer.from(hkdfSync("sha256", key, "", "highstreet staff sessions", 32));
    return { version: bytes.readUInt32BE(), value: bytes.toString("base64url") };
  });
}
