ALTER TABLE customization ADD COLUMN hidden_until timestamptz(3), ADD COLUMN hidden_while jsonb;
-- Partial: few edits hide a product for a while.
CREATE INDEX customization_hidden_until ON customization (hidden_until) WHERE hidden_until IS NOT NULL;
CREATE INDEX customization_hidden_while ON customization (retailer_id) WHERE hidden_while IS NOT NULL;
