/** The statements of `npm run distribute`. Those with `citus_` or `create_` are functions of the extension. */

const list = (names: string[]): string => names.map((one) => `'${one}'`).join(", ");

/** Whether the database has the extension. `distribute` is then the next step of its set-up. */
export const isDistributedSql = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS found";

/** Whether the database has the extension, and whether migrations have made the tables. */
export const readCluster = `
  SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isCitus", to_regclass('rate_share') IS NOT NULL AS "isMigrated"`;

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

/** The first of the tables with rows; no row if all are empty. */
export const findRows = (tables: string[]): string =>
  tables.map((table) => `(SELECT '${table}' AS name FROM "${table}" LIMIT 1)`).join(" UNION ALL ");

/** The foreign keys of tables, as statements that drop and add them. */
export const readForeignKeys = (tables: string[]): string => `
  SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to",
    format('ALTER TABLE %I DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %I ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
  FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text IN (${list(tables)})`;

/** DDL on many shards of one transaction. The other mode can meet its own locks. */
export const oneShardAtATime = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

export const makeReference = (table: string): string => `SELECT create_reference_table('"${table}"')`;

/** Distributes a table by its retailer, together with the rows of `retailer` itself. */
export const makeDistributed = (table: string): string => `
  SELECT create_distributed_table('"${table}"', 'retailer_id', colocate_with => '${table === "retailer" ? "none" : "retailer"}')`;

/**
 * A unique index has to name the retailer. The verbs check the external ids of a partner under a lock, so this index only finds them.
 */
export const dropPartnerUnique = `
  DROP INDEX IF EXISTS retailer_partner_id_external_id_key;
  CREATE INDEX IF NOT EXISTS retailer_partner_id_external_id_idx ON retailer (partner_id, external_id)`;

/**
 * Functions of the migrations that a distributed database takes in writes. They depend on no setting of the session, but use functions
 * that could. On one machine they stay STABLE, because PostgreSQL then puts their body into the statement.
 */
export const declareImmutable = "ALTER FUNCTION customization_record IMMUTABLE";

/**
 * The schema of another library stays on the coordinator. Otherwise a distributed database would repeat its types and functions on all
 * machines.
 * @param script a transaction, from BEGIN on. Other statements stay as they are
 */
export const keepDdlLocal = (script: string): string =>
  /^\s*BEGIN;/.test(script) ? `SET LOCAL citus.enable_ddl_propagation = off; ${script}` : script;

/** Settings inside of a transaction, such as those of the planner, also apply on the workers. */
export const propagateSettings = (database: string): string =>
  `ALTER DATABASE "${database.replaceAll('"', '""')}" SET citus.propagate_set_commands = 'local'`;
