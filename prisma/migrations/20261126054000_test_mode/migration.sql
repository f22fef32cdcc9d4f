-- Test keys and test retailers, and the test clock of a retailer.
ALTER TABLE api_key ADD COLUMN is_test BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE retailer ADD COLUMN is_test BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE retailer ADD COLUMN clock_ahead INTEGER NOT NULL DEFAULT 0;
ALTER TABLE retailer ADD COLUMN clock_due_at TIMESTAMPTZ(3);
