import type { Sql } from "@highstreet/db";
import type { Actor } from "../../kernel/context.ts";
import type { Scope } from "../../kernel/scopes.schema.ts";

/** A key as it is stored, made ready for the calls that it makes. */
export interface StoredKey {
  /** SHA-256 of its secret. */
  digest: Uint8Array;
  isRevoked: boolean;
  actor: Extract<Actor, { kind: "key" }>;
}

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

/** A key, by one statement; undefined: there is none with this id. */
export async function readKey(db: Sql, keyId: string): Promise<StoredKey | undefined> {
  const [row] = await db.query<KeyRow>(byId, [keyId]);
  if (!row) return undefined;
  return {
    digest: row.digest,
    isRevoked: row.revokedAt !== null,
    actor: {
      kind: "key",
      keyId,
      partnerId: row.partnerId,
      scopes: new Set(row.scopes),
      retailerIds: row.limited ? new Set(row.retailerIds) : null,
      expiresAt: row.expiresAt,
    },
  };
}
