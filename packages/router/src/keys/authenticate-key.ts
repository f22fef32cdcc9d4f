import { timingSafeEqual } from "node:crypto";
import type { Sql } from "@highstreet/db";
import type { Actor } from "../context.ts";
import { digestOf, parseKeyToken } from "./key-token.ts";
import type { Scope } from "./scopes.schema.ts";

interface KeyRow {
  partnerId: string;
  digest: Buffer;
  scopes: Scope[];
  limited: boolean;
  retailerIds: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const byId = `SELECT partner_id AS "partnerId", digest, scopes, limited, retailer_ids AS "retailerIds",
    expires_at AS "expiresAt", revoked_at AS "revokedAt"
  FROM api_key WHERE id = $1`;

/**
 * Who sends the token, by one statement; null when it is malformed, unknown, wrong, expired or revoked, without saying which.
 * @param token what follows `Bearer ` in the Authorization header
 */
export async function authenticateKey(db: Sql, token: string, now: Date): Promise<Actor | null> {
  const parsed = parseKeyToken(token);
  if (!parsed) return null;
  const { keyId, secret } = parsed;
  const [row] = await db.query<KeyRow>(byId, [keyId]);
  const digest = digestOf(secret);
  if (!row || row.digest.length !== digest.length || !timingSafeEqual(row.digest, digest)) return null;
  if (row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  return {
    kind: "key",
    keyId,
    partnerId: row.partnerId,
    scopes: new Set(row.scopes),
    retailerIds: row.limited ? new Set(row.retailerIds) : null,
    expiresAt: row.expiresAt,
  };
}
