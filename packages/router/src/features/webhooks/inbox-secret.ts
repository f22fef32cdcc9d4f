import { createHmac } from "node:crypto";

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
