import type { Sql } from "@highstreet/db";

/** A clock that differs by more is wrong. */
export const MOST_CLOCK_ERROR_MS = 5 * 60_000;

/**
 * By how many milliseconds a clock is ahead of the database's. What is removed by age goes by the clock of one process: a clock that is
 * 40 days ahead would remove everything.
 */
export async function clockErrorMs(sql: Sql, now: () => Date): Promise<number> {
  const asked = now();
  const [row] = await sql.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  if (!row) throw new Error("the database did not tell its time");
  // The database answers between two looks at the clock.
  if (row.now < asked) return asked.getTime() - row.now.getTime();
  return Math.min(0, now().getTime() - row.now.getTime());
}
