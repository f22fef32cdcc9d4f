-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "calls_per_second" INTEGER,
ADD COLUMN     "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "retries" TEXT NOT NULL DEFAULT 'short',
ADD COLUMN     "timeout_seconds" INTEGER NOT NULL DEFAULT 10;
