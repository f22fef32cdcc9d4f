import type { Sql } from "./sql.ts";
import { StartError } from "./start-error.ts";

/** What ordinary roles may use of `max_connections`, and what programs use now without this connection. */
const counts = `
  SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - COALESCE(current_setting('reserved_connections', true), '0')::int AS most,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS used`;

/**
 * @returns a warning if the connections in use leave too few for this process; otherwise undefined
 * @throws StartError with one line if the process alone may open too many
 */
export async function checkConnections(sql: Sql, needed: number): Promise<string | undefined> {
  const [row] = await sql.query<{ most: number; used: number }>(counts);
  if (!row) return undefined;
  const { most, used } = row;
  const remedy = "Lower HIGHSTREET_DATABASE_CONNECTIONS, or raise max_connections of PostgreSQL.";
  if (needed > most) {
    throw new StartError(`This process may open ${needed} connections, and PostgreSQL allows ${most}. ${remedy}`);
  }
  if (used + needed <= most) return undefined;
  return `PostgreSQL allows ${most} connections. ${used} are in use, and this process may open ${needed} more. ${remedy}`;
}
