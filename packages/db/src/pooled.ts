import { randomUUID } from "node:crypto";
import type pg from "pg";

/** Properties of a `pg` connection that its types leave out. */
interface Inner {
  /** The server process, or a number that a pooler made up. */
  processID: number;
}

/** The names of the connections that go through a pooler, by their protocol connection. */
const names = new WeakMap<pg.Connection, string>();

/**
 * Sets up a new connection. Its time zone is UTC, because Prisma reads the times in an answer as UTC and ignores their offset
 * (@prisma/adapter-pg). Behind a pooler the connection gets its own name. PgBouncer keeps both settings for each client.
 */
export async function setUpConnection(client: pg.Client): Promise<void> {
  // The process id that a pooler gives to its clients is not the server's.
  const { rows } = await client.query<{ name: string | null }>(
    `SELECT set_config('TimeZone', 'UTC', false),
       CASE WHEN pg_backend_pid() <> $1 THEN set_config('application_name', $2, false) END AS name`,
    [(client as unknown as Inner).processID, `highstreet ${randomUUID()}`],
  );
  const name = rows[0]?.name;
  if (name) names.set(client.connection, name);
}

/** Whether a pooler may give the server's session to another client after each transaction. */
export const isPooled = (connection: pg.Connection): boolean => names.has(connection);

/** How `pg_stat_activity` shows the connection: by its name behind a pooler, otherwise by its process id. */
export function labelOf(client: pg.Client): string {
  return names.get(client.connection) ?? String((client as unknown as Inner).processID);
}
