-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "retailer_pictures_due_at_idx" ON "retailer"("pictures_due_at");
