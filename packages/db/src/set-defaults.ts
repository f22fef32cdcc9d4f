import pg from "pg";
import type { Sql } from "./sql.ts";

/**
 * Limits for a statement, and for the time between two statements, after which no caller waits any more. Transactions set their own
 * limits with `SET LOCAL`: shorter for calls, longer for long work.
 */
const defaults = { statement_timeout: "30s", idle_in_transaction_session_timeout: "5min" };

/** The settings that have no value for this database or role. */
const missing = `
  SELECT pg_has_role(d.datdba, 'USAGE') AS may,
    format('ALTER DATABASE %I SET %I = %L', d.datname, wanted.name, wanted.value) AS statement
  FROM unnest($1::text[], $2::text[]) AS wanted (name, value) JOIN pg_database d ON d.datname = current_database()
  WHERE NOT EXISTS (
    SELECT FROM pg_db_role_setting s, unnest(s.setconfig) AS setting
    WHERE s.setdatabase IN (0, d.oid) AND s.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
      AND split_part(setting, '=', 1) = wanted.name)
  ORDER BY wanted.name`;

/** The statements that would give the database its missing timeouts, and whether this role may run them. */
export function missingDefaults(sql: Sql): Promise<{ may: boolean; statement: string }[]> {
  return sql.query(missing, [Object.keys(defaults), Object.values(defaults)]);
}

/**
 * Gives the database a default for each timeout that has none. Single statements have no other place for a timeout: a startup
 * parameter does not pass a transaction pooler. A value that an operator has set for the database or the role stays.
 * @returns the statements that the owner of the database must run, because the role at `url` may not
 */
export async function setDefaults(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A lost connection also rejects the running statement.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Two starts at the same time would change the same row of PostgreSQL's catalogue.
    await client.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('highstreet defaults', 0))");
    const rows = await missingDefaults({
      query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
    });
    for (const { statement, may } of rows) if (may) await client.query(statement);
    await client.query("COMMIT");
    return rows.filter(({ may }) => !may).map(({ statement }) => statement);
  } finally {
    await client.end();
  }
}
