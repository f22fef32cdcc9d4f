-- AlterTable
ALTER TABLE "endpoint_attempt" ADD COLUMN     "batch" INTEGER;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "batch_size" INTEGER NOT NULL DEFAULT 1;
