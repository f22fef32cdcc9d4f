-- outside of a transaction
-- The search for words in titles finds those of rules, too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS rule_effect_title ON rule_effect USING gin (retailer_id, title gin_trgm_ops) WHERE title IS NOT NULL;
