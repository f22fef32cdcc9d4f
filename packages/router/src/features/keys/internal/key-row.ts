import type { Database, Prisma, Tx } from "@highstreet/db";
import { newId } from "../../../kernel/ids.ts";
import { type Scope, scopes } from "../../../kernel/scopes.schema.ts";
import type { Key, NewKey } from "../keys.schema.ts";
import type { Grant } from "./grant.ts";
import { digestOf, newSecret } from "./key-token.ts";

/** The columns of a key that are shown. */
export const keyColumns = {
  id: true,
  name: true,
  scopes: true,
  limited: true,
  retailerIds: true,
  expiresAt: true,
  createdAt: true,
} satisfies Prisma.ApiKeySelect;

/** A key's row without its digest. */
export type KeyRow = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }> & {
  /** undefined for a new key. */
  lastUsedAt?: Date | null;
};

/** The scopes of a key, in the order of the catalogue. */
export function scopesOf(row: Pick<KeyRow, "scopes">): Scope[] {
  return scopes.filter((scope) => row.scopes.includes(scope));
}

/** A key's row as the API shows it. */
export function presentKey(row: KeyRow): Key {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    retailerIds: row.limited ? row.retailerIds : null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** Creates a key of a partner and stores its digest. The secret is only in the returned value. */
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
      createdAt: now,
    },
    select: keyColumns,
  });
  return { ...presentKey(row), key: `hs_${id}_${secret}` };
}

/** The names of a partner's keys by their ids, with revoked keys. */
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
