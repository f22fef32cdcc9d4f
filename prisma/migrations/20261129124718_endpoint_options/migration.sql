-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "retries" TEXT NOT NULL DEFAULT 'short';
