-- AlterTable
ALTER TABLE "inventory_source" ADD COLUMN     "partner_id" UUID;

-- CreateTable
CREATE TABLE "pull_slot" (
    "partner_id" UUID NOT NULL,
    "slot" SMALLINT NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "served_at" TIMESTAMPTZ(6),

    CONSTRAINT "pull_slot_pkey" PRIMARY KEY ("partner_id","slot")
);

UPDATE inventory_source s SET partner_id = r.partner_id FROM retailer r
WHERE r.retailer_id = s.retailer_id AND s.next_pull_at IS NOT NULL;
INSERT INTO pull_slot (partner_id, slot)
SELECT DISTINCT s.partner_id, n FROM inventory_source s CROSS JOIN generate_series(1, 2) n WHERE s.next_pull_at IS NOT NULL;

-- The sources of a partner that are due, longest due first.
DROP INDEX "inventory_source_next_pull_at";
CREATE INDEX "inventory_source_next_pull_at" ON "inventory_source" ("partner_id", "next_pull_at") WHERE next_pull_at IS NOT NULL;
