import type { Database } from "@highstreet/db";
import type { Actor } from "../../kernel/context.ts";
import { scopesOf } from "./internal/key-row.ts";
import { isDigestOf, parseKeyToken } from "./internal/key-token.ts";

/** A stored key with the actor of its calls. */
export interface StoredKey {
  /** SHA-256 of the secret. */
  digest: Uint8Array;
  isRevoked: boolean;
  actor: Extract<Actor, { kind: "key" }>;
}

/** Reads a key by its id. */
export async function readKey({ prisma }: Pick<Database, "prisma">, keyId: string): Promise<StoredKey | undefined> {
  const row = await prisma.apiKey.findUnique({ where: { id: keyId } });
  if (!row) return undefined;
  return {
    digest: row.digest,
    isRevoked: row.revokedAt !== null,
    actor: {
      kind: "key",
      keyId,
      partnerId: row.partnerId,
      scopes: new Set(scopesOf(row)),
      retailerIds: row.limited ? new Set(row.retailerIds) : null,
      expiresAt: row.expiresAt,
    },
  };
}

/**
 * The actor of a key; null if the secret is wrong, or the key has expired or was revoked.
 * @param secret the last part of the token
 */
export function actorOf(key: StoredKey, secret: string, now: Date): Actor | null {
  if (!isDigestOf(key.digest, secret)) return null;
  const { expiresAt } = key.actor;
  return key.isRevoked || (expiresAt !== null && expiresAt <= now) ? null : key.actor;
}

/**
 * The actor of a token; null if the token is malformed, unknown, wrong, expired or revoked.
 * @param token the text after `Bearer ` in the Authorization header
 */
export async function authenticateKey(db: Pick<Database, "prisma">, token: string, now: Date): Promise<Actor | null> {
  const parsed = parseKeyToken(token);
  const key = parsed && (await readKey(db, parsed.keyId));
  return key ? actorOf(key, parsed.secret, now) : null;
}
