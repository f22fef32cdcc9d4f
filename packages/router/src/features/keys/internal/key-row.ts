import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database, Prisma, Tx } from "@highstreet/db";
import type { Actor, Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Scope, scopes } from "../../../kernel/roles.schema.ts";
import type { Key, NewKey } from "../keys.schema.ts";

export interface KeyToken {
  keyId: string;
  secret: string;
  isTest: boolean;
}

/** An API key, or an upload key. */
type Kind = "hs" | "hsu";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const form = new RegExp(`^(hsu?)_(test_)?(${uuid})_([0-9a-f]{64})$`);

export function parseKeyToken(token: string, kind: Kind = "hs"): KeyToken | undefined {
  const [, found, test, keyId, secret] = form.exec(token) ?? [];
  const isTest = test !== undefined;
  return found === kind && keyId && secret && !(isTest && kind === "hsu") ? { keyId, secret, isTest } : undefined;
}

export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** The stored digest of a secret. A fast hash is enough because a secret has 256 random bits. */
export function digestOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash("sha256", secret, "buffer"));
}

export function isDigestOf(digest: Uint8Array, secret: string): boolean {
  const other = digestOf(secret);
  return digest.length === other.length && timingSafeEqual(digest, other);
}

/** The token to return for a new key. A dry run rolls the key back, so it returns a placeholder. */
export function shownKey({ isDryRun }: Pick<Context, "isDryRun">, token: string): string {
  return isDryRun ? "none: a dry run makes no key" : token;
}

/** The powers with which a caller manages the keys of a partner: those of a key, or all for the partner role. */
export type Grantor = Omit<Extract<Actor, { kind: "key" }>, "kind" | "keyId"> & {
  keyId: string | null;
};

export interface Grant {
  scopes: readonly Scope[];
  /** The only retailers of the key; null: all retailers of the partner. */
  retailerIds: readonly string[] | null;
  expiresAt: Date | null;
  isTest: boolean;
}

/**
 * Returns the powers of a calling key or of the partner role.
 * @throws InsufficientScope for other callers
 */
export function grantorOf(actor: Actor | null): Grantor {
  if (actor?.kind === "key") return actor;
  if (actor?.kind === "staff" && actor.isPartner && actor.partnerId) {
    const all = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
    return { ...all, partnerId: actor.partnerId, keyId: null };
  }
  throw new DomainError(
    "InsufficientScope",
    "API keys are managed with an API key of the partner, or the partner role.",
  );
}

/**
 * Checks that a key creates or revokes only keys with at most its own permissions.
 * @throws InsufficientScope if the grant has more scopes, more retailers or a later end than the actor
 */
export function assertSubset(actor: Grantor, grant: Grant): void {
  if (actor.isTest && !grant.isTest) throw exceeds("live retailers, and yours is a test key");
  const missing = grant.scopes.filter((scope) => !actor.scopes.has(scope));
  if (missing.length) throw exceeds(`the scopes ${missing.join(", ")}, which yours lacks`);
  const { retailerIds, expiresAt } = actor;
  if (retailerIds && !grant.retailerIds?.every((id) => retailerIds.has(id))) {
    throw exceeds("more retailers than yours, which is limited to named ones");
  }
  if (expiresAt && (grant.expiresAt === null || grant.expiresAt > expiresAt)) {
    throw exceeds(`a longer life than yours, which ends at ${expiresAt.toISOString()}`);
  }
}

function exceeds(what: string): DomainError {
  return new DomainError("InsufficientScope", `The key has ${what}: use a key that has at least the same powers.`);
}

export const keyColumns = {
  id: true,
  name: true,
  scopes: true,
  limited: true,
  retailerIds: true,
  expiresAt: true,
  createdAt: true,
  isTest: true,
} satisfies Prisma.ApiKeySelect;

export type KeyRow = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }> & {
  lastUsedAt?: Date | null;
};

export function scopesOf(row: Pick<KeyRow, "scopes">): Scope[] {
  return scopes.filter((scope) => row.scopes.includes(scope));
}

export function presentKey(row: KeyRow): Key {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    retailerIds: row.limited ? row.retailerIds : null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    isTest: row.isTest,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

export async function insertKey(
  prisma: Pick<Tx["prisma"], "apiKey">,
  key: Grant & { partnerId: string; name: string },
  now: Date,
): Promise<NewKey> {
  const id = newId(now);
  const secret = newSecret();
  const row = await prisma.apiKey.create({
    data: {
      id,
      partnerId: key.partnerId,
      name: key.name,
      digest: digestOf(secret),
      scopes: [...new Set(key.scopes)],
      limited: key.retailerIds !== null,
      retailerIds: [...new Set(key.retailerIds)],
      expiresAt: key.expiresAt,
      isTest: key.isTest,
      createdAt: now,
    },
    select: keyColumns,
  });
  return { ...presentKey(row), key: `hs_${key.isTest ? "test_" : ""}${id}_${secret}` };
}

export async function keyNames(
  { prisma }: Pick<Database, "prisma">,
  partnerId: string,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map();
  const where = { partnerId, id: { in: [...new Set(ids)] } };
  const rows = await prisma.apiKey.findMany({ where, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
