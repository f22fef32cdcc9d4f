import type { SqlTx } from "@highstreet/db";
import { needsStatisticsSql, renewStatisticsSql } from "./items.sql.ts";

/** Fewer rows do not change the plan of a search. */
const MANY_ROWS = 10_000;

/**
 * Renews the statistics of a table after the commit, if a feed has added a large share of its rows. Searches need them sooner than
 * PostgreSQL renews them by itself. Smaller shares do not pay for a read of the whole table.
 */
export function renewStatistics(tx: SqlTx, table: keyof typeof renewStatisticsSql, newRows: number): void {
  if (newRows < MANY_ROWS) return;
  tx.afterCommit(async (sql) => {
    const [known] = await sql.query<{ due: boolean }>(needsStatisticsSql, [table, newRows]);
    if (known?.due) await sql.query(renewStatisticsSql[table]);
  });
}
