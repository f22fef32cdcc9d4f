import pg from "pg";
import type { Sql } from "./sql.ts";
import { StartError } from "./start-error.ts";

const OLDEST = 15;

/**
 * Connects once to the database at `url`.
 * @throws StartError if this fails or its PostgreSQL is older than 15: one line with the remedy and the database, without its
 * password
 */
export async function checkDatabase(url: string): Promise<void> {
  const name = withoutPassword(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
      "SELECT current_setting('server_version_num') AS server_version_num, current_setting('server_version') AS server_version",
    );
    const [server] = rows;
    if (server && Number(server.server_version_num) < OLDEST * 10_000) {
      throw new StartError(
        `The database ${name} is PostgreSQL ${server.server_version}: ${OLDEST} or later is needed.`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database ${name} ${why(error)}`, { cause: error });
  } finally {
    await client.end();
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) {
    throw new StartError("DATABASE_URL is not an address: write it as postgresql://user:password@host:5432/database.");
  }
  const { hostname, port, pathname, username } = new URL(url);
  return `${username ? `${username}@` : ""}${hostname}:${port || 5432}${pathname}`;
}

function why(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const message = error instanceof Error && error.message ? error.message : String(code);
  switch (code) {
    case "ECONNREFUSED":
      return "refuses the connection: start that server, or correct host and port in DATABASE_URL.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "has a host name that does not resolve: correct the name in DATABASE_URL.";
    case "28P01":
    case "28000":
      return `refuses the sign-in (${message}): correct user and password in DATABASE_URL.`;
    case "3D000":
      return "does not exist: create it (createdb), or correct its name in DATABASE_URL.";
    default:
      return `cannot be used (${message}): correct DATABASE_URL or that server.`;
  }
}

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
