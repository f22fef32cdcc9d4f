import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../kernel/context.ts";

/** A secret for a link, with the digest that the database keeps. A fast hash is enough for 256 random bits. */
export function newLinkSecret(): { secret: string; digest: Uint8Array<ArrayBuffer> } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, digest: digestOf(secret) };
}

export function digestOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash("sha256", secret, "buffer"));
}

/** Compares in constant time. */
export function isSecretOf(digest: Uint8Array | null, secret: string): boolean {
  const given = digestOf(secret);
  return digest !== null && digest.length === given.length && timingSafeEqual(digest, given);
}

/**
 * A link into the console. The token is behind the `#`, so that no server, proxy or log receives it.
 * @throws Error if the console's address is not configured
 */
export function consoleLink({ settings }: Context, path: "/join" | "/new-password", token: string): string {
  if (!settings.consoleUrl) throw new Error("HIGHSTREET_CONSOLE_URL is not set");
  return `${settings.consoleUrl}${path}#${token}`;
}
