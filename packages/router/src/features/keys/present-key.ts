import { type Scope, scopes } from "../../kernel/scopes.schema.ts";
import type { Key } from "./keys.schema.ts";

/** A key's row, without its digest. */
export interface KeyRow {
  id: string;
  name: string;
  scopes: string[];
  limited: boolean;
  retailerIds: string[];
  expiresAt: Date | null;
  createdAt: Date;
}

/** The columns of a `KeyRow`, for Prisma's `select`. */
export const keyColumns = {
  id: true,
  name: true,
  scopes: true,
  limited: true,
  retailerIds: true,
  expiresAt: true,
  createdAt: true,
} as const;

/** The scopes of the row, in the order of the catalogue. */
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
  };
}
