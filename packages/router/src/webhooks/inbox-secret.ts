import { createHmac } from "node:crypto";

/**
 * The signing secret of a store's webhook inbox (the console's receiver for development): the same each time, so that
 * seed and console agree without a word. 32 hexadecimal characters.
 * @param secretKey `HIGHSTREET_SECRET_KEY`
 */
export function inboxSecret(secretKey: string, storeId: string): string {
  return createHmac("sha256", secretKey).update(`webhook inbox of ${storeId}`).digest("hex").slice(0, 32);
}
