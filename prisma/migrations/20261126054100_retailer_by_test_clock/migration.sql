-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS retailer_by_test_clock ON retailer (clock_due_at) WHERE clock_due_at IS NOT NULL;
