-- Indexes for the filters of lists. All are partial: a statement that does not name the condition cannot take them, so that
-- look-ups by key never do while a table is small.

-- Deliveries that failed or were superseded. A delivery that succeeds writes nothing here.
CREATE INDEX "delivery_attempt_ended" ON "delivery_attempt" ("retailer_id", "store_id", "outcome", "sequence")
  WHERE outcome IN ('failed', 'superseded');

-- Listings by state, in the order of the list.
CREATE INDEX "listing_state" ON "listing" ("retailer_id", "store_id", "state", "item_key") WHERE state IS NOT NULL;

-- The history of one store.
CREATE INDEX "history_entry_store" ON "history_entry" ("retailer_id", "store_id", "history_id") WHERE store_id IS NOT NULL;

-- Files among the ingests of a store, where tills make many; and the file whose bytes came again.
CREATE INDEX "ingest_file" ON "ingest" ("retailer_id", "store_id", "ingest_id") WHERE mode <> 'patch';
CREATE INDEX "ingest_digest" ON "ingest" ("retailer_id", "store_id", "digest", "ingest_id")
  WHERE status = 'applied' AND digest IS NOT NULL;

-- Keys that were not revoked, in place of all.
DROP INDEX "api_key_partner_id_id_idx";
CREATE INDEX "api_key_live" ON "api_key" ("partner_id", "id") WHERE revoked_at IS NULL;
