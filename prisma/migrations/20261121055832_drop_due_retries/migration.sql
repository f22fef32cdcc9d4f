-- DropIndex
DROP INDEX "delivery_retry_retailer_id_store_id_due_at_idx";
