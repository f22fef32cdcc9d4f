-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "log_floor" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "delivery_retry_retailer_id_store_id_due_at_sequence_idx" ON "delivery_retry"("retailer_id", "store_id", "due_at", "sequence");
