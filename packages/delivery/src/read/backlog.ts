import type { Sql } from "@highstreet/db";
import { backlogSql } from "./backlog.sql.ts";

/** Maximum numbers that a read counts. */
const [MOST_STORES, MOST_RETRIES] = [1_000, 10_000];

/** What waits in the webhooks channel, for all workers together. */
export interface Backlog {
  /** Number of stores that can be served now, at most 1,000. */
  dueStores: number;
  /** The time of the oldest waiting event of these stores; null: none. */
  dueSince: Date | null;
  /** The same for stores that wait for a retry, their endpoint or their receiver. */
  heldStores: number;
  heldSince: Date | null;
  /** Number of events that wait for a retry, at most 10,000. */
  retries: number;
}

/** Reads what waits. After `readByIndexSql`, the read costs the same for any number of stores. */
export async function readBacklog(db: Pick<Sql, "query">, now: Date): Promise<Backlog> {
  const [backlog] = await db.query<Backlog>(backlogSql, [now, MOST_STORES, MOST_RETRIES]);
  if (!backlog) throw new Error("the database returned no backlog");
  return backlog;
}
