import pg from "pg";
import { tablesWith } from "./tables.ts";

/** Rows that others refer to go last. */
const last = ["store", "retailer", "api_key", "staff_user", "partner"];

/** Removes all rows of a distributed database of tests, and ends the connections that earlier tests left. */
export async function emptyDistributed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = [...tablesWith("distributed"), ...tablesWith("local"), ...tablesWith("reference")].filter(
    (table) => !last.includes(table) && table !== "schema_version",
  );
  try {
    await client.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'highstreet%'`);
    await client.query("DROP SCHEMA IF EXISTS pgboss CASCADE");
    // TRUNCATE takes five times as long here, because every shard is a file.
    for (const table of [...tables, ...last]) await client.query(`DELETE FROM "${table}"`);
  } finally {
    await client.end();
  }
}
