CREATE TABLE store_product (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  item_key text NOT NULL,
  title text,
  brand text,
  images text[],
  category text,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, store_id, item_key)
);
-- The search for words in titles, as in the titles of product data.
CREATE INDEX store_product_title ON store_product USING gin (retailer_id, title gin_trgm_ops) WHERE title IS NOT NULL;
