-- A test retailer and a live one can have the same external id. The verbs check external ids under the lock of the partner.
DROP INDEX IF EXISTS retailer_partner_id_external_id_key;
