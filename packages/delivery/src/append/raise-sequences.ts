import type { Sql } from "@highstreet/db";
import { countRaised, planRaise, raiseIn, sequenceColumns } from "./raise-sequences.sql.ts";

/**
 * Moves the whole log of every store to higher sequences, after a restore. A receiver that keeps the highest sequence then takes
 * every later event, and a reader of the events feed gets `EventsExpired` and reads all items. Runs in one transaction, while no
 * service runs.
 * @param sql an open transaction
 * @returns the number of stores
 */
export async function raiseSequences(sql: Sql): Promise<number> {
  await sql.query(planRaise);
  for (const [table, columns] of Object.entries(sequenceColumns)) await sql.query(raiseIn(table, columns));
  await sql.query(raiseIn("store", ["next_sequence", "log_floor"]));
  const [raised] = await sql.query<{ stores: number }>(countRaised);
  return raised?.stores ?? 0;
}
