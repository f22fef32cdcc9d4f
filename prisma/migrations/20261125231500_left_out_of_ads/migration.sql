-- AlterTable
ALTER TABLE "ads_campaign" ADD COLUMN     "sent_left_out" TEXT DEFAULT '';

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "left_out_of_ads" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX listing_left_out ON listing (retailer_id, store_id, item_key) WHERE left_out_of_ads;
