-- AlterTable
ALTER TABLE "publication" ADD COLUMN     "reconciled_at" TIMESTAMPTZ(3);

-- Changes of what the search engine shows are sent before what it does not show yet.
CREATE INDEX listing_changed_due_at_idx ON listing (retailer_id, store_id, due_at)
  WHERE due_at IS NOT NULL AND sent IS NOT NULL AND wanted IS DISTINCT FROM sent;
