import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * @param {Buffer} rawBody the bytes as they came, before any parsing
 * @param {Record<string, string | undefined>} headers by name in lower case, such as `request.headers`
 * @param {string[]} secrets the channel's; while you change it, the old and the new
 */
export function isFromHighstreet(rawBody, headers, secrets) {
  const names = ["x-webhook-signature", "x-webhook-signature-next"];
  const given = names.map((name) => Buffer.from(headers[name] ?? ""));
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac("sha256", secret).update(rawBody).digest("hex"));
    return given.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  });
}
