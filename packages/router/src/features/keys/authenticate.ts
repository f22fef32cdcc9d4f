import { hash } from "node:crypto";
import type { Database } from "@highstreet/db";
import { LRUCache } from "lru-cache";
import { networkOf } from "../../access/caller.ts";
import type { RateLimit } from "../../config/rate-limit.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Meta } from "../../kernel/roles.schema.ts";
import { digestOf, isDigestOf, type KeyToken, newSecret, parseKeyToken, scopesOf } from "./internal/key-row.ts";

export interface StoredKey {
  digest: Uint8Array;
  isRevoked: boolean;
  actor: Extract<Actor, { kind: "key" }>;
}

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
      isTest: row.isTest,
    },
  };
}

/**
 * The actor of a key; null if the secret is wrong, or the key has expired or was revoked.
 * @param token the parts of the token
 */
export function actorOf(key: StoredKey, { secret, isTest }: KeyToken, now: Date): Actor | null {
  if (!isDigestOf(key.digest, secret) || isTest !== key.actor.isTest) return null;
  const { expiresAt } = key.actor;
  return key.isRevoked || (expiresAt !== null && expiresAt <= now) ? null : key.actor;
}

export async function authenticateKey(db: Pick<Database, "prisma">, token: string, now: Date): Promise<Actor | null> {
  const parsed = parseKeyToken(token);
  const key = parsed && (await readKey(db, parsed.keyId));
  return key ? actorOf(key, parsed, now) : null;
}

export type UploadActor = Extract<Actor, { kind: "upload" }>;

export interface UploadKey {
  id: string;
  digest: Uint8Array<ArrayBuffer>;
  token: string;
}

export function newUploadKey(now: Date): UploadKey {
  const id = newId(now);
  const secret = newSecret();
  return { id, digest: digestOf(secret), token: `hsu_${id}_${secret}` };
}

/**
 * The actor of an upload key's token; null if the token is malformed, wrong or replaced. The row is not cached, so that a key is
 * invalid as soon as another key replaces it.
 */
export async function authenticateUpload(
  { prisma }: Pick<Database, "prisma">,
  token: string,
): Promise<UploadActor | null> {
  const parsed = parseKeyToken(token, "hsu");
  if (!parsed) return null;
  const { keyId, secret } = parsed;
  const key = await prisma.uploadKey.findUnique({ where: { id: keyId } });
  if (!key || !isDigestOf(key.digest, secret)) return null;
  const { partnerId, retailerId, storeId } = key;
  const select = { parameters: true };
  const source = storeId
    ? await prisma.inventorySource.findUnique({ where: { retailerId_storeId: { retailerId, storeId } }, select })
    : await prisma.retailerSource.findUnique({ where: { retailerId }, select });
  if (!source) return null;
  const { mode } = source.parameters as { mode?: string };
  return {
    kind: "upload",
    keyId,
    partnerId,
    retailerId,
    storeId,
    mode: mode === "replace" ? "replace" : "update",
  };
}

const bearer = /^Bearer +([^\s]+) *$/i;
export const OPEN_CALLS = 50;

const MAX_KNOWN = 10_000;

/**
 * @param authorization the value of the header
 * @param address the caller's address
 * @returns the actor; null without a valid key
 * @throws RateLimited if the address has sent too many unknown keys
 */
export type Authenticate = (
  authorization: string | undefined,
  access: Meta["access"],
  address: string,
) => Promise<Actor | null>;

/**
 * Unknown keys have a limit per network, which is checked before a query. A key that was valid at its last call does not
 * count. So unknown keys from the same address do not delay it.
 */
export function createAuthenticate(
  { db, keyCache, now }: Pick<Context, "db" | "keyCache" | "now">,
  limit: RateLimit,
): Authenticate {
  // Digests of whole keys: a key with a known id and a wrong secret is unknown.
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });

  const lookUp = (token: string, access: Meta["access"]): Promise<Actor | null> => {
    if (access === "upload") return authenticateUpload(db, token);
    return keyCache ? keyCache.authenticate(token, now()) : authenticateKey(db, token, now());
  };

  return async (authorization, access, address) => {
    const token = bearer.exec(authorization ?? "")?.[1];
    if (token === undefined) return null;
    const digest = hash("sha256", token);
    if (known.get(digest)) {
      const actor = await lookUp(token, access);
      if (!actor) known.delete(digest);
      return actor;
    }
    const member = `key ${networkOf(address)}`;
    if (limit.take(member) < 0) {
      throw new DomainError("RateLimited", "This address sent too many unknown keys. Wait a second and try again.");
    }
    const actor = await lookUp(token, access);
    if (!actor) return null;
    limit.giveBack(member);
    known.set(digest, true);
    return actor;
  };
}
