-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS retailer_partner_id_external_id_idx ON retailer (partner_id, external_id);
