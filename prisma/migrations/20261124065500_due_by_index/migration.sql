-- The removal of old events finds its stores by an index. The age of the logs of existing stores is not known yet.
ALTER TABLE store ADD COLUMN log_since timestamptz(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE store ALTER COLUMN log_since SET DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX store_log_since_store_id_idx ON store (log_since, store_id);

-- Sources that were disconnected long ago are not in the index.
CREATE INDEX inventory_source_contact ON inventory_source (COALESCE(last_contact_at, updated_at)) WHERE status = 'connected';
DROP INDEX inventory_source_last_contact_at_idx;

CREATE INDEX search_location_is_given_up_claimed_at_idx ON search_location (is_given_up, claimed_at);
CREATE INDEX alert_retailer_id_closed_at_idx ON alert (retailer_id, closed_at);
CREATE INDEX api_key_revoked ON api_key (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX api_key_expires ON api_key (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX staff_session_expires_at_idx ON staff_session (expires_at);
CREATE INDEX staff_verification_expires_at_idx ON staff_verification (expires_at);
CREATE INDEX staff_reset_link_expires_at_idx ON staff_reset_link (expires_at);
CREATE INDEX search_setup_waiting ON search_setup (store_id) WHERE access_at IS NULL AND found_closed_at IS NOT NULL;
CREATE INDEX publication_problems_due_at_idx ON publication (problems_due_at);
CREATE INDEX publication_reconciled_at_idx ON publication (reconciled_at);

-- The shop switcher of a partner reads its first retailers by name.
CREATE INDEX retailer_partner_id_name_retailer_id_idx ON retailer (partner_id, name, retailer_id);
