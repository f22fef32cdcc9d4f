import { createHmac, timingSafeEqual } from "node:crypto";

/** The oldest call to accept, in seconds. */
const TOLERANCE = 300;

/**
 * @param {Buffer} rawBody the received bytes, before any parsing
 * @param {Headers | Record<string, string | string[] | undefined>} headers with names in any case: `request.headers`
 * @param {string[]} secrets the channel's secret; during a change, the old and the new one
 * @param {number} now Unix time in seconds
 */
export function isFromHighstreet(rawBody, headers, secrets, now = Date.now() / 1000) {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const byName = new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
  const id = byName.get("webhook-id") ?? "";
  const timestamp = byName.get("webhook-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE) return false;
  const given = (byName.get("webhook-signature") ?? "").split(" ").map((signature) => Buffer.from(signature));
  return secrets.some((secret) => {
    if (secret.startsWith("whpk_")) return false; // a public key, and no secret
    const digest = createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(rawBody).digest("base64");
    const expected = Buffer.from(`v1,${digest}`);
    return given.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  });
}
