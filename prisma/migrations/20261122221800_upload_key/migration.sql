-- An upload key alone names its store. A unique key without the retailer lives in a small table of its own.
CREATE TABLE upload_key (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  digest bytea NOT NULL,
  PRIMARY KEY (id)
);
INSERT INTO upload_key (id, partner_id, retailer_id, store_id, digest)
SELECT s.upload_key_id, r.partner_id, s.retailer_id, s.store_id, s.upload_key_digest
FROM inventory_source s JOIN retailer r ON r.retailer_id = s.retailer_id
WHERE s.upload_key_id IS NOT NULL AND s.upload_key_digest IS NOT NULL;
CREATE UNIQUE INDEX upload_key_retailer_id_store_id_key ON upload_key (retailer_id, store_id);
CREATE INDEX upload_key_partner_id_idx ON upload_key (partner_id);

ALTER TABLE inventory_source DROP COLUMN upload_key_id, DROP COLUMN upload_key_digest;
