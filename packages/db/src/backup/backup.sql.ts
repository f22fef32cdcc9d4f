/** Begins a transaction that sees the database as it is now, for as long as it takes. */
export const beginSnapshot = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL DateStyle = 'ISO';
  SET LOCAL TimeZone = 'UTC'`;

export const beginLoad = `
  BEGIN;
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL DateStyle = 'ISO'`;

export const readTables = `
  SELECT c.relname AS name,
    ARRAY (SELECT attname::text FROM pg_attribute
           WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
    ARRAY (SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
           WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
  FROM pg_class c
  WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> '_prisma_migrations'
  ORDER BY c.relname`;

/** Everything else depends on them, or comes from migrations. */
export const hasData = "SELECT EXISTS (SELECT FROM partner) OR EXISTS (SELECT FROM staff_user) AS found";

/** The time of the database, its version, and the size of its tables in bytes. */
export const readServer = `
  SELECT clock_timestamp() AS now, current_setting('server_version') AS version,
    (SELECT sum(pg_table_size(oid)) FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace)::float8 AS bytes`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const target = ({ name, columns }: { name: string; columns: string[] }): string =>
  `${quoted(name)} (${columns.map(quoted).join(", ")})`;

export const emptyTables = (names: string[]): string => `TRUNCATE ${names.map(quoted).join(", ")}`;
