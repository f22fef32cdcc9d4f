-- The entries of one request share an operation. Each older entry is an operation of its own.
ALTER TABLE history_entry ADD COLUMN operation_id uuid;
UPDATE history_entry SET operation_id = history_id;
ALTER TABLE history_entry ALTER COLUMN operation_id SET NOT NULL;
CREATE INDEX history_entry_retailer_id_operation_id_history_id_idx ON history_entry (retailer_id, operation_id, history_id);
