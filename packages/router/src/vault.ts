import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Seals secrets that must be read again (webhook secrets, pull credentials) before they are stored. */
export interface Vault {
  seal(secret: string): Uint8Array<ArrayBuffer>;
  open(sealed: Uint8Array): string;
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM: nonce, tag and ciphertext in one. `key`: 32 bytes in base64. */
export function createVault(key: string): Vault {
  const bytes = Buffer.from(key, "base64");
  if (bytes.length !== 32) {
    throw new Error("HIGHSTREET_SECRET_KEY must be 32 bytes in base64; make one with: openssl rand -base64 32");
  }
  return {
    seal: (secret) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", bytes, nonce);
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Uint8Array.from(Buffer.concat([nonce, cipher.getAuthTag(), text]));
    },
    open: (sealed) => {
      const decipher = createDecipheriv("aes-256-gcm", bytes, sealed.subarray(0, NONCE));
      decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      return decipher.update(sealed.subarray(NONCE + TAG), undefined, "utf8") + decipher.final("utf8");
    },
  };
}
