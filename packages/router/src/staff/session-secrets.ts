import { hkdfSync } from "node:crypto";
import { parseKeys } from "../sealing/index.ts";

/** A secret of better-auth's. What better-auth encrypts names the version. */
export interface SessionSecret {
  version: number;
  /** At least 32 characters. */
  value: string;
}

/**
 * The secrets that follow from `HIGHSTREET_SECRET_KEY`: other keys for another purpose, so that neither gives the other away.
 * The first signs sessions and encrypts second factors; all decrypt. Sessions end when another key becomes the first.
 */
export function sessionSecrets(secretKey: string): SessionSecret[] {
  return parseKeys(secretKey).map((key) => {
    const bytes = Buffer.from(hkdfSync("sha256", key, "", "highstreet staff sessions", 32));
    return { version: bytes.readUInt32BE(), value: bytes.toString("base64url") };
  });
}
