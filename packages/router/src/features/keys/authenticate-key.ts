import type { Sql } from "@highstreet/db";
import type { Actor } from "../../kernel/context.ts";
import { isDigestOf, parseKeyToken } from "./key-token.ts";
import { readKey, type StoredKey } from "./read-key.ts";

/**
 * Whom a token stands for; null when it is not this key's, or the key has expired or was revoked.
 * @param secret what follows the id in the token
 */
export function actorOf(key: StoredKey, secret: string, now: Date): Actor | null {
  if (!isDigestOf(key.digest, secret)) return null;
  const { expiresAt } = key.actor;
  return key.isRevoked || (expiresAt !== null && expiresAt <= now) ? null : key.actor;
}

/**
 * Who sends the token, by one statement; null when it is malformed, unknown, wrong, expired or revoked, without saying which.
 * @param token what follows `Bearer ` in the Authorization header
 */
export async function authenticateKey(db: Sql, token: string, now: Date): Promise<Actor | null> {
  const parsed = parseKeyToken(token);
  const key = parsed && (await readKey(db, parsed.keyId));
  return key ? actorOf(key, parsed.secret, now) : null;
}
