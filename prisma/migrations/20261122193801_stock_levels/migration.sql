-- Number of items in stock in the store after an ingest. Older ingests do not know it.
ALTER TABLE "ingest" ADD COLUMN "in_stock_items" INTEGER;
