-- AlterTable
ALTER TABLE "alert_setting" ADD COLUMN     "seen_at" TIMESTAMPTZ(3);
