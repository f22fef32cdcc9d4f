-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS store_by_id ON store USING hash (store_id);
