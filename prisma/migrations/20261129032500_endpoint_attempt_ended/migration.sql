-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS endpoint_attempt_ended ON endpoint_attempt (retailer_id, store_id, endpoint_id, outcome, sequence) WHERE outcome IN ('failed', 'superseded');
