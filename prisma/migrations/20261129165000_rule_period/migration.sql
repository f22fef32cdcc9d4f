-- AlterTable
ALTER TABLE "rule" ADD COLUMN     "period" JSONB;
