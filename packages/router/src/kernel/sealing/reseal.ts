import type { Sql } from "@highstreet/db";
import { beforeAll, type Place, type SealedTable } from "./sealed-columns.ts";
import { replaceValues, selectUnlike } from "./sealed-values.sql.ts";
import type { KeyRing } from "./vault.ts";

const BATCH = 500;

/** Makes one pass over a table. @returns the number of values that the pass encrypted again with the first key */
async function resealTable(sql: Sql, ring: KeyRing, table: SealedTable): Promise<number> {
  let count = 0;
  let behind = beforeAll(table);
  for (;;) {
    const stale = await sql.query<{ row: string[]; sealed: Buffer }>(selectUnlike(table), [
      ...[ring.prefixes.slice(0, 1), BATCH],
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
    connection: 0,
    alert_webhook: 0,
    idempotency_key: 0,
  };
  for (const table of Object.keys(counts) as SealedTable[]) {
    for (let found = 1; found > 0; counts[table] += found) found = await resealTable(sql, ring, table);
  }
  return counts;
}
