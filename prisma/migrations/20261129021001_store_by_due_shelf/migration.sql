-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS store_by_due_shelf ON store (shelf_due_at) WHERE shelf_due_at IS NOT NULL;
