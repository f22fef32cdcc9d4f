/** The comment of a database whose rows `npm run distributed` can delete. */
const mark = "Tests of Highstreet delete all rows of this database.";

export const readMark = `
  SELECT datname AS name, shobj_description(oid, 'pg_database') IS NOT DISTINCT FROM '${mark}' AS "isMarked",
         EXISTS (SELECT FROM pg_tables WHERE schemaname IN ('public', 'pgboss')) AS "hasTables"
  FROM pg_database WHERE datname = current_database()`;

export const setMark = (name: string): string => `COMMENT ON DATABASE "${name.replaceAll('"', '""')}" IS '${mark}'`;

export const endConnections = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'highstreet%'`;

export const dropJobs = "DROP SCHEMA IF EXISTS pgboss CASCADE";

/** TRUNCATE takes five times as long on a distributed table, because every shard is a file. */
export const deleteRows = (table: string): string => `DELETE FROM "${table}"`;
