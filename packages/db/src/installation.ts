import type { Database } from "./database.ts";
import { one, type Sql } from "./sql.ts";

interface Installation {
  /** Size of the database; of a distributed one, its part on the coordinator. */
  databaseBytes: number;
  /** The moment of the last recorded backup; null: none. */
  lastBackupAt: Date | null;
  /** The time of the first migration. */
  installedAt: Date;
}

/** What operators watch of a whole database. */
export async function readInstallation(sql: Sql): Promise<Installation> {
  return one(
    await sql.query<Installation>(
      `SELECT pg_database_size(current_database())::float8 AS "databaseBytes", last_backup_at AS "lastBackupAt",
         (SELECT min(finished_at) FROM _prisma_migrations) AS "installedAt"
       FROM schema_version`,
    ),
  );
}

/** Records that a backup has the data of this moment. An earlier moment than the last one changes nothing. */
export async function recordBackup({ prisma }: Pick<Database, "prisma">, at: Date): Promise<void> {
  const isLater = [{ lastBackupAt: null }, { lastBackupAt: { lt: at } }];
  await prisma.schemaVersion.updateMany({ where: { OR: isLater }, data: { lastBackupAt: at } });
}
