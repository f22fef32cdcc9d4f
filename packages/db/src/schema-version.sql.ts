export const hasMigrationsSql = "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists";

export const appliedMigrationsSql = `
  SELECT migration_name AS name FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`;

export const minimumVersionSql = `
  SELECT minimum_version AS version, to_regclass('unfinished_distribution') IS NOT NULL AS "isHalfDistributed" FROM schema_version`;
