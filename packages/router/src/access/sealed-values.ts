import type { Database, Sql } from "@highstreet/db";
import type { Place } from "../kernel/context.ts";
import { replaceValues, selectUnlike } from "./sealed-values.sql.ts";
import { beforeAll, type KeyRing, type SealedTable, sealedColumns } from "./vault.ts";

/**
 * Checks at start that the ring decrypts the values in the database. A process with a wrong key fails at each webhook and each
 * stored answer.
 * @throws Error with one line that names the missing key
 */
export async function checkKeyRing(sql: Sql, ring: KeyRing): Promise<void> {
  for (const table of Object.keys(sealedColumns) as SealedTable[]) {
    const [other] = await sql.query<{ row: string[]; sealed: Buffer }>(selectUnlike(table), [
      ring.prefixes,
      1,
      ...beforeAll(table),
    ]);
    if (!other || ring.opensUnnamed(other.sealed)) continue;
    const name = ring.nameIn(other.sealed);
    throw new Error(
      `HIGHSTREET_SECRET_KEY does not open the secrets in this database (${table}.${sealedColumns[table].column}, key ${name}): add the key that sealed them to it, after a comma.`,
    );
  }
}

/** Whether some values are not sealed with the first key of the ring. */
export async function usesOldKeys(sql: Sql, ring: KeyRing): Promise<boolean> {
  for (const table of Object.keys(sealedColumns) as SealedTable[]) {
    const parameters = [ring.prefixes.slice(0, 1), 1, ...beforeAll(table)];
    if ((await sql.query(selectUnlike(table), parameters)).length) return true;
  }
  return false;
}

const PLACE: Place = ["key_canary", "true"];

/** Writes the canary of the keys if the database has none. Of processes that start at once, the first one writes it. */
export async function writeKeyCanary({ prisma }: Pick<Database, "prisma">, ring: KeyRing): Promise<void> {
  await prisma.keyCanary.createMany({ data: { sealed: ring.seal("canary", PLACE) }, skipDuplicates: true });
}

/** Why the ring does not fit the database, as one line for the operator; undefined if it decrypts the canary, or there is none. */
export async function whyKeysUnfit({ prisma }: Pick<Database, "prisma">, ring: KeyRing): Promise<string | undefined> {
  const canary = await prisma.keyCanary.findUnique({ where: { id: true } });
  if (!canary) return undefined;
  try {
    ring.open(canary.sealed, PLACE);
    return undefined;
  } catch {
    return "HIGHSTREET_SECRET_KEY does not open the secrets in this database: add the key that sealed them to it, after a comma.";
  }
}

const BATCH = 500;

async function resealTable(sql: Sql, ring: KeyRing, table: SealedTable): Promise<number> {
  let count = 0;
  let behind = beforeAll(table);
  for (;;) {
    const stale = await sql.query<{ row: string[]; sealed: Buffer }>(selectUnlike(table), [
      ring.prefixes.slice(0, 1),
      BATCH,
      ...behind,
    ]);
    if (!stale.length) return count;
    const fresh = stale.map(({ row, sealed }) => {
      const place = [table, ...row] as unknown as Place;
      return Buffer.from(ring.seal(ring.open(sealed, place), place));
    });
    const replaced = await sql.query(replaceValues(table), [
      stale.map(({ sealed }) => sealed),
      fresh,
      ...behind.map((_, n) => stale.map(({ row }) => row[n])),
    ]);
    count += replaced.length;
    behind = stale.at(-1)?.row ?? behind;
  }
}

/**
 * Encrypts all values again with the first key of the ring. The service can keep running: a value that changes during a pass is
 * encrypted in the next pass. The last pass finds no value. Afterwards the other keys can be removed from `HIGHSTREET_SECRET_KEY`.
 * @returns the number of values in each table that were encrypted again
 * @throws Error if the ring lacks the key of a value; the values before it stay encrypted with the first key
 */
export async function reseal(sql: Sql, ring: KeyRing): Promise<Record<SealedTable, number>> {
  const counts = {
    key_canary: 0,
    channel: 0,
    inventory_source: 0,
    retailer_source: 0,
    connection: 0,
    alert_webhook: 0,
    webhook_endpoint: 0,
    idempotency_key: 0,
  };
  for (const table of Object.keys(counts) as SealedTable[]) {
    for (let found = 1; found > 0; counts[table] += found) found = await resealTable(sql, ring, table);
  }
  return counts;
}
