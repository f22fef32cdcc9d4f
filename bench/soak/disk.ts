import type { Database } from "../../packages/db/src/index.ts";
import { countSql, entryBytesSql, rowBytesSql, sizesSql } from "./soak.sql.ts";

/** Rows and bytes of the tables, indexes included. */
export type Tables = Map<string, { rows: number; bytes: number }>;

/** Part of an index page that entries fill, on the average. */
const FILL = 0.75;

export async function readTables(db: Database): Promise<Tables> {
  const tables: Tables = new Map();
  for (const { table, bytes } of await db.query<{ table: string; bytes: number }>(sizesSql)) {
    const [row] = await db.query<{ rows: number }>(countSql(table));
    tables.set(table, { bytes, rows: row?.rows ?? 0 });
  }
  return tables;
}

export interface Growth {
  table: string;
  rows: number;
  /** Calculated from the rows. */
  expected: number;
  actual: number;
}

/** The growth of each table since `before`: as calculated, and in fact. The write-ahead log is no table. */
export async function growthSince(db: Database, before: Tables): Promise<Growth[]> {
  await db.query("ANALYZE");
  const growth: Growth[] = [];
  for (const [table, { rows, bytes }] of await readTables(db)) {
    const old = before.get(table) ?? { rows: 0, bytes: 0 };
    const [row] = await db.query<{ bytes: number | null }>(rowBytesSql(table));
    const entries = await db.query<{ bytes: number }>(entryBytesSql, [table]);
    const each = (row?.bytes ?? 0) + entries.reduce((sum, entry) => sum + entry.bytes, 0) / FILL;
    growth.push({ table, rows: rows - old.rows, expected: (rows - old.rows) * each, actual: bytes - old.bytes });
  }
  return growth.sort((a, b) => b.actual - a.actual);
}
