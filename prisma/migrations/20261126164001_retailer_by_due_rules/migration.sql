-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS retailer_by_due_rules ON retailer (rules_due_at) WHERE rules_due_at IS NOT NULL;
