-- AlterTable
ALTER TABLE "search_setup" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "given_store_code" TEXT,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3),
ADD COLUMN     "told" JSONB,
ALTER COLUMN "next_check_at" SET NOT NULL,
ALTER COLUMN "next_check_at" SET DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "search_setup_location_id_idx" ON "search_setup"("location_id");

-- Channels from before are looked at anew, by the provider's own word.
DELETE FROM search_location;
INSERT INTO search_setup (retailer_id, store_id, location_id, next_check_at)
SELECT retailer_id, store_id, parameters ->> 'locationId', now() FROM channel WHERE channel = 'search'
ON CONFLICT DO NOTHING;
