import { one, type Sql } from "@highstreet/db";
import { readClock } from "./config.sql.ts";

/** A clock with a larger difference, in ms, counts as wrong. */
export const MAX_CLOCK_ERROR_MS = 5 * 60_000;

/**
 * The milliseconds by which a clock is ahead of the database's clock. Removal by age uses the clock of one process: a clock that is
 * 40 days ahead would remove everything.
 */
export async function clockErrorMs(sql: Sql, now: () => Date): Promise<number> {
  const asked = now();
  const row = one(await sql.query<{ now: Date }>(readClock));
  // The database answers between the two clock readings.
  if (row.now < asked) return asked.getTime() - row.now.getTime();
  return Math.min(0, now().getTime() - row.now.getTime());
}
