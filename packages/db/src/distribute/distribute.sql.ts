const list = (names: string[]): string => names.map((one) => `'${one}'`).join(", ");

export const isDistributedSql = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS found";

export const readCluster = `
  SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isCitus", to_regclass('retailer') IS NOT NULL AS "isMigrated"`;

/** The numbers of nodes: coordinators in the list of nodes, and nodes that hold shards. */
export const readNodes = `
  SELECT (count(*) FILTER (WHERE groupid = 0))::int AS coordinators,
         (count(*) FILTER (WHERE shouldhaveshards))::int AS holders
  FROM pg_dist_node WHERE isactive AND noderole = 'primary'`;

/** The tables with a placement already: `h` distributed, `n` reference or managed local. */
export const readPlaced = `
  SELECT logicalrelid::regclass::text AS name, CASE WHEN partmethod = 'h' THEN 'distributed' WHEN repmodel = 't' THEN 'reference' ELSE 'local' END AS placement
  FROM pg_dist_partition`;

/** The groups of distributed tables with rows of a retailer on the same machine. */
export const readColocation = `
  SELECT array_agg(logicalrelid::regclass::text) AS names, min(column_to_column_name(logicalrelid, partkey)) AS column
  FROM pg_dist_partition WHERE partmethod = 'h' GROUP BY colocationid`;

/** Sessions that could change rows or hold locks: the processes of Highstreet, and open transactions of others. Not those of Citus. */
export const readOthers = `
  SELECT DISTINCT COALESCE(NULLIF(application_name, ''), usename, 'a session') AS name FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    AND application_name NOT LIKE 'citus%' AND (application_name LIKE 'highstreet%' OR xact_start IS NOT NULL)`;

export const lockRun = "SELECT pg_try_advisory_lock(hashtextextended('highstreet distributing', 0)) AS mine";

/** The bytes of the tables with their indexes, and the free bytes on the fullest disk of a worker; null if they are not known. */
export const readRoom = (tables: string[]): string => `
  SELECT (SELECT COALESCE(sum(pg_total_relation_size(oid)), 0) FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relname IN (${list(tables)}))::float8 AS bytes,
         (SELECT min(result::float8) FROM run_command_on_workers('SELECT available_disk_size FROM citus_local_disk_space_stats()')
          WHERE success) AS free,
         (SELECT count(*)::int FROM pg_dist_node WHERE shouldhaveshards AND isactive AND noderole = 'primary') AS holders`;

const localDdl = "SET LOCAL citus.enable_ddl_propagation = off";

/** The foreign keys that the end of the command adds. While the table exists, no process starts (schema-version.ts). */
export const createRecord = [
  localDdl,
  'CREATE TABLE IF NOT EXISTS unfinished_distribution ("from" text, "to" text, add text PRIMARY KEY)',
  "SET LOCAL citus.enable_ddl_propagation = on",
];

export const recordForeignKey = `INSERT INTO unfinished_distribution ("from", "to", add) VALUES ($1, $2, $3)`;
export const readRecorded = `SELECT "from", "to", add FROM unfinished_distribution ORDER BY "from", add`;
export const forgetForeignKey = "DELETE FROM unfinished_distribution WHERE add = $1";
export const isUnfinished = "SELECT to_regclass('unfinished_distribution') IS NOT NULL AS found";
export const endRecord = [localDdl, "DROP TABLE unfinished_distribution"];

export const readColumns = `
  SELECT attname::text AS name FROM pg_attribute
  WHERE attrelid = to_regclass(quote_ident($1)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;

/** The rows of a table and a sum over their texts, which does not depend on their order or machine. */
export const digestOf = (table: string, columns: string[]): string => `
  SELECT count(*)::float8 AS rows, COALESCE(sum(hashtextextended(ROW(${columns.map((name) => `"${name}"`).join(", ")})::text, 0)::numeric), 0)::text AS digest
  FROM "${table}"`;

/**
 * Begins a transaction whose settings also apply on the workers (`propagateLocally`): a row has the same text on all machines. Citus
 * sends the whole text of a SET to the workers, so each is a statement of its own.
 */
export const beginStep = [
  "BEGIN",
  "SET LOCAL statement_timeout = 0",
  "SET LOCAL idle_in_transaction_session_timeout = 0",
  "SET LOCAL lock_timeout = '30s'",
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO'",
];

export const propagateLocally = "SET citus.propagate_set_commands = 'local'";

/** The rows from before, which are on the disk of the coordinator and no longer visible. */
export const removeLocalRows = (table: string): string =>
  `SELECT truncate_local_data_after_distributing_table('"${table}"')`;

/** The first of the tables with rows; no row if all are empty. */
export const findRows = (tables: string[]): string =>
  tables.map((table) => `(SELECT '${table}' AS name FROM "${table}" LIMIT 1)`).join(" UNION ALL ");

export const readForeignKeys = (tables: string[]): string => `
  SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to",
    format('ALTER TABLE %I DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %I ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
  FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text IN (${list(tables)})`;

/** DDL on many shards of one transaction. The other mode can meet its own locks. */
export const oneShardAtATime = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

/** Without a wait behind the first read, which would see older rows. */
export const lockTable = (table: string): string => `LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`;

export const makeReference = (table: string): string => `SELECT create_reference_table('"${table}"')`;

export const makeDistributed = (table: string): string => `
  SELECT create_distributed_table('"${table}"', 'retailer_id', colocate_with => '${table === "retailer" ? "none" : "retailer"}')`;

/**
 * Functions of the migrations that a distributed database takes in writes, on all machines. They depend on no setting of the session,
 * but use functions that could. On one machine they stay STABLE, because PostgreSQL then puts their body into the statement.
 */
export const spreadFunctions = [
  `SELECT create_distributed_function(oid::regprocedure) FROM pg_proc
   WHERE pronamespace = 'public'::regnamespace AND proname IN ('customization_record', 'customization_for_channels')`,
  "ALTER FUNCTION customization_record IMMUTABLE",
  "ALTER FUNCTION customization_for_channels IMMUTABLE",
];

/**
 * Keeps the schema of another library on the coordinator. Otherwise a distributed database would repeat its types and functions on all
 * machines.
 * @param script a transaction, from BEGIN on. Other statements stay as they are
 */
export const keepDdlLocal = (script: string): string =>
  /^\s*BEGIN;/.test(script) ? `SET LOCAL citus.enable_ddl_propagation = off; ${script}` : script;

/** Settings inside of a transaction, such as those of the planner, also apply on the workers. */
export const propagateSettings = (database: string): string =>
  `ALTER DATABASE "${database.replaceAll('"', '""')}" SET citus.propagate_set_commands = 'local'`;
