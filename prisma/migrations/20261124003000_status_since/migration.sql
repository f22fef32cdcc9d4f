ALTER TABLE channel ADD COLUMN status_since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE channel SET status_since = COALESCE(waiting_since, created_at);
