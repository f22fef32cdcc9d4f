import type { Sql } from "@highstreet/db";
import { beforeAll, type SealedTable, sealedColumns } from "./sealed-columns.ts";
import { selectUnlike } from "./sealed-values.sql.ts";
import type { KeyRing } from "./vault.ts";

/**
 * Checks at start that the ring decrypts the values in the database. A process with a wrong key fails at each webhook and each
 * stored answer.
 * @throws Error with one line that names the missing key
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
