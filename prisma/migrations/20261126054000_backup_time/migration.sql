-- AlterTable
ALTER TABLE "schema_version" ADD COLUMN     "last_backup_at" TIMESTAMPTZ(3);
