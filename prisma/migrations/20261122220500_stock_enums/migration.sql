CREATE TYPE stock_status AS ENUM ('in_stock', 'low_stock', 'out_of_stock');
CREATE TYPE item_condition AS ENUM ('new', 'refurbished', 'used');

-- The CHECKs compare text, so they go before the types change. One statement, so that the table is written once.
ALTER TABLE stock_item
  DROP CONSTRAINT stock_item_status_check,
  DROP CONSTRAINT stock_item_condition_check,
  DROP CONSTRAINT stock_item_announced_status_check,
  ALTER COLUMN status TYPE stock_status USING status::stock_status,
  ALTER COLUMN condition TYPE item_condition USING condition::item_condition,
  ALTER COLUMN announced_status TYPE stock_status USING announced_status::stock_status;
-- A changed type drops the statistics of its column.
ANALYZE stock_item;
