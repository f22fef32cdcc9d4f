import type { Sql } from "@highstreet/db";
import { type SealedTable, sealedColumns } from "./sealed-columns.ts";
import { beforeAll, selectUnlike } from "./sealed-values.sql.ts";
import type { KeyRing } from "./vault.ts";

/**
 * Checks at start that the ring opens what the database holds: a process with a wrong key would fail at each webhook and each kept answer.
 * @throws Error with one line that names the key that the ring lacks
 */
export async function checkKeyRing(sql: Sql, ring: KeyRing): Promise<void> {
  for (const table of Object.keys(sealedColumns) as SealedTable[]) {
    const [other] = await sql.query<{ row: string[]; sealed: Buffer }>(selectUnlike(table), [
      ...[ring.prefixes, 1],
      ...beforeAll(table),
    ]);
    if (!other || ring.opensUnnamed(other.sealed)) continue;
    const name = ring.nameIn(other.sealed);
    throw new Error(
      `HIGHSTREET_SECRET_KEY does not open the secrets in this database (${table}.${sealedColumns[table].column}, key ${name}): add the key that sealed them to the list.`,
    );
  }
}
