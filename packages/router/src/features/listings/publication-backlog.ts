import type { Sql } from "@highstreet/db";
import { publicationBacklogSql } from "./listings.sql.ts";

/** Maximum number of stores that a read counts. */
const MOST_STORES = 1_000;

/**
 * Counts the stores that are due to send items, at most 1,000, with the earliest time; null: none is due. After
 * `readByIndexSql`, the read costs the same for any number of stores.
 */
export async function publicationBacklog(
  db: Pick<Sql, "query">,
  now: Date,
): Promise<{ stores: number; since: Date | null }> {
  const [backlog] = await db.query<{ stores: number; since: Date | null }>(publicationBacklogSql, [now, MOST_STORES]);
  return backlog ?? { stores: 0, since: null };
}
