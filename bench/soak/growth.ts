/** The growth of processes and tables during the load. */
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@highstreet/db";
import { median } from "../lib/numbers.ts";
import { childrenOf, memoryOf, shareOf } from "../lib/processes.ts";
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

const EVERY_MS = 5_000;

/** All processes of PostgreSQL. Their number changes with the connections of the fleet. */
export const POSTGRES = "PostgreSQL, all processes";

/** The private memory of PostgreSQL's processes, without the shared buffers, which fill up to their fixed size. */
const privateOf = (postmaster: number): number =>
  [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + (shareOf(pid, "Pss_Anon") || 0), 0);

/** Records the memory of the long-lived processes in MB, until the signal. */
export class Memory {
  readonly #samples = new Map<string, { at: number; size: number }[]>();
  readonly #began = performance.now();

  async watch(processes: Record<string, number>, postmaster: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const [name, pid] of Object.entries(processes)) this.#record(name, memoryOf(pid));
      this.#record(POSTGRES, privateOf(postmaster));
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #record(name: string, size: number): void {
    const list = this.#samples.get(name) ?? [];
    this.#samples.set(name, list);
    list.push({ at: performance.now() - this.#began, size });
  }

  /** The median of a minute by process. The first minute is 0. */
  minute(n: number): Map<string, number> {
    const isIn = ({ at }: { at: number }) => Math.floor(at / 60_000) === n;
    return new Map([...this.#samples].map(([name, list]) => [name, median(list.filter(isIn).map(({ size }) => size))]));
  }
}
