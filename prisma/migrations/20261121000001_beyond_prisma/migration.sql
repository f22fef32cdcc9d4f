-- What schema.prisma cannot say, by hand.

-- Texts that are enumerations. CHECKs rather than enum types: a value can be added or taken away in one transaction.
ALTER TABLE "store" ADD CONSTRAINT "store_area_type_check"
  CHECK (area_type IN ('city_centre', 'urban', 'suburban', 'rural'));
ALTER TABLE "inventory_source" ADD CONSTRAINT "inventory_source_status_check"
  CHECK (status IN ('pending', 'connected', 'disconnected', 'invalid'));
ALTER TABLE "stock_item"
  ADD CONSTRAINT "stock_item_status_check" CHECK (status IN ('in_stock', 'low_stock', 'out_of_stock')),
  ADD CONSTRAINT "stock_item_announced_status_check" CHECK (announced_status IN ('in_stock', 'low_stock', 'out_of_stock')),
  ADD CONSTRAINT "stock_item_condition_check" CHECK (condition IN ('new', 'refurbished', 'used'));
ALTER TABLE "ingest"
  ADD CONSTRAINT "ingest_mode_check" CHECK (mode IN ('update', 'replace', 'patch')),
  ADD CONSTRAINT "ingest_status_check" CHECK (status IN ('applied', 'unchanged', 'held', 'refused'));
ALTER TABLE "channel"
  ADD CONSTRAINT "channel_channel_check" CHECK (channel IN ('search', 'local_ads', 'webhooks')),
  ADD CONSTRAINT "channel_status_check" CHECK (status IN ('connected', 'pending'));
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_outcome_check"
  CHECK (outcome IN ('delivered', 'retrying', 'failed', 'superseded'));
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_role_check" CHECK (role IN ('owner', 'manager', 'viewer'));

-- A feed updates many items of a page at once: room on the page keeps these updates off the index (HOT).
ALTER TABLE "stock_item" SET (fillfactor = 80);

-- store_id null is "all stores", of which an item has one record at most: nulls must collide.
DROP INDEX "customization_retailer_id_item_key_store_id_key";
CREATE UNIQUE INDEX "customization_retailer_id_item_key_store_id_key"
  ON "customization" ("retailer_id", "item_key", "store_id") NULLS NOT DISTINCT;
