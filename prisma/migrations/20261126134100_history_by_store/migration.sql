-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS history_entry_by_store ON history_entry (retailer_id, operation_id, store_id, history_id) WHERE store_id IS NOT NULL;
