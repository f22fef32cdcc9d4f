-- DropIndex
DROP INDEX "delivery_retry_retailer_id_store_id_due_at_sequence_idx";

-- CreateIndex
CREATE INDEX "delivery_retry_retailer_id_store_id_due_at_idx" ON "delivery_retry"("retailer_id", "store_id", "due_at");
