-- AlterTable
ALTER TABLE "stock_item" ADD COLUMN     "price_changes_at" TIMESTAMPTZ(3),
ADD COLUMN     "regular_price" DECIMAL(12,2),
ADD COLUMN     "sale_from" TIMESTAMPTZ(3),
ADD COLUMN     "sale_price" DECIMAL(12,2),
ADD COLUMN     "sale_until" TIMESTAMPTZ(3);

CREATE INDEX stock_item_price_changes ON stock_item (price_changes_at) WHERE price_changes_at IS NOT NULL;
