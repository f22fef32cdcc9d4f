-- The search of the fleet page reads the shops and stores whose text matches, with trigrams as for titles of products.
CREATE INDEX "store_name_city_idx" ON "store" USING GIN ("name" gin_trgm_ops, "city" gin_trgm_ops);
CREATE INDEX "retailer_name_idx" ON "retailer" USING GIN ("name" gin_trgm_ops);
