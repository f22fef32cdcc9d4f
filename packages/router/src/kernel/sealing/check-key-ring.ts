import { type Database, openDatabase, pendingMigrations, type Sql } from "@highstreet/db";
import { whyUnavailable } from "../database-error.ts";
import { beforeAll, type SealedTable, sealedColumns } from "./sealed-columns.ts";
import { selectUnlike } from "./sealed-values.sql.ts";
import { createVault, type KeyRing } from "./vault.ts";

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

/**
 * Runs `checkKeyRing` in a process that can start before the database is up or migrated.
 * @returns a function that repeats the check until it has run once
 */
export async function checkAtStart(db: Database, ring: KeyRing): Promise<() => Promise<void>> {
  let isChecked = false;
  const check = async (): Promise<void> => {
    if (isChecked || (await pendingMigrations(db)).length) return;
    await checkKeyRing(db, ring);
    isChecked = true;
  };
  await check().catch((error: unknown) => {
    if (whyUnavailable(error) === undefined) throw error;
  });
  return check;
}

/** Runs the check once, for a process that opens its database later. */
export async function checkKeys(databaseUrl: string, secretKey: string): Promise<void> {
  const ring = createVault(secretKey);
  const db = openDatabase({ url: databaseUrl, connections: 1 });
  try {
    await checkAtStart(db, ring);
  } finally {
    await db.close();
  }
}
