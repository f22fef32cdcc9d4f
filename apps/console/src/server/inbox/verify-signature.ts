import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether `signature` is the hexadecimal HMAC-SHA-256 of the raw body. Compares the lengths first, then the bytes in constant time. */
export function verifySignature(body: Uint8Array, signature: string | null, secret: string): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("hex"));
  const given = Buffer.from(signature ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
