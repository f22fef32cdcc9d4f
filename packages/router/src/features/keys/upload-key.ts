import type { Sql } from "@highstreet/db";
import type { Actor } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { digestOf, isDigestOf, newSecret, parseKeyToken } from "./key-token.ts";

export type UploadActor = Extract<Actor, { kind: "upload" }>;

/** A key that sends a store's feeds, and nothing else. */
export interface UploadKey {
  id: string;
  /** SHA-256 of its secret: all that is stored. */
  digest: Uint8Array<ArrayBuffer>;
  /** What its bearer sends: shown once. */
  token: string;
}

export function newUploadKey(now: Date): UploadKey {
  const id = newId(now);
  const secret = newSecret();
  return { id, digest: digestOf(secret), token: `hsu_${id}_${secret}` };
}

const byId = `
  SELECT r.partner_id AS "partnerId", s.retailer_id AS "retailerId", s.store_id AS "storeId", s.upload_key_digest AS digest
  FROM inventory_source s JOIN retailer r ON r.retailer_id = s.retailer_id WHERE s.upload_key_id = $1`;

/**
 * Whose upload key the token is, by one statement; null when it is malformed, wrong or replaced, without saying which.
 * Nothing is kept, so that a key is dead with the transaction that replaces it.
 */
export async function authenticateUpload(db: Sql, token: string): Promise<UploadActor | null> {
  const parsed = parseKeyToken(token, "hsu");
  if (!parsed) return null;
  const { keyId, secret } = parsed;
  const [row] = await db.query<Omit<UploadActor, "kind" | "keyId"> & { digest: Buffer }>(byId, [keyId]);
  if (!row || !isDigestOf(row.digest, secret)) return null;
  const { digest: _digest, ...store } = row;
  return { kind: "upload", keyId, ...store };
}
