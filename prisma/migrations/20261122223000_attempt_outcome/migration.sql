CREATE TYPE attempt_outcome AS ENUM ('delivered', 'retrying', 'failed', 'superseded');

-- The CHECK and the condition of the index compare text, so they go before the type changes.
DROP INDEX delivery_attempt_ended;
ALTER TABLE delivery_attempt
  DROP CONSTRAINT delivery_attempt_outcome_check,
  ALTER COLUMN outcome TYPE attempt_outcome USING outcome::attempt_outcome;
-- A delivered event writes nothing to this index.
CREATE INDEX delivery_attempt_ended ON delivery_attempt (retailer_id, store_id, outcome, sequence)
  WHERE outcome IN ('failed', 'superseded');
-- A changed type drops the statistics of its column.
ANALYZE delivery_attempt;
