-- The search for words in titles. btree_gin puts the retailer into the same index, so that a search reads one retailer's titles.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX product_title ON product USING gin (retailer_id, title gin_trgm_ops) WHERE title IS NOT NULL;
CREATE INDEX customization_title ON customization USING gin (retailer_id, title gin_trgm_ops) WHERE title IS NOT NULL;
