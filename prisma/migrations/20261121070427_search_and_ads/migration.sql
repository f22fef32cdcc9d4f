-- AlterTable
ALTER TABLE "search_location" ADD COLUMN     "is_given_up" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "widget_seen_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "search_setup" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "location_id" TEXT NOT NULL,
    "invitation_at" TIMESTAMPTZ(3),
    "access_at" TIMESTAMPTZ(3),
    "store_code_at" TIMESTAMPTZ(3),
    "merchant_id" TEXT,
    "sending_at" TIMESTAMPTZ(3),
    "live_at" TIMESTAMPTZ(3),
    "profile" JSONB,
    "matching" JSONB,
    "items" JSONB,
    "checked_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" JSONB,

    CONSTRAINT "search_setup_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "listing" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,
    "offer_id" TEXT NOT NULL,
    "wanted" JSONB,
    "sent" JSONB,
    "sent_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,
    "problem" JSONB,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_pkey" PRIMARY KEY ("retailer_id","store_id","item_key")
);

-- CreateTable
CREATE TABLE "listing_change" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,

    CONSTRAINT "listing_change_pkey" PRIMARY KEY ("retailer_id","store_id","item_key")
);

-- CreateTable
CREATE TABLE "ads_campaign" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "campaign_id" TEXT,
    "sent_budget" INTEGER NOT NULL DEFAULT 0,
    "sent_area" JSONB,
    "state" JSONB,
    "checked_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" JSONB,

    CONSTRAINT "ads_campaign_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "budget_change" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "local_date" DATE NOT NULL,
    "budget" INTEGER NOT NULL,
    "activates_at" TIMESTAMPTZ(3) NOT NULL,
    "made_at" TIMESTAMPTZ(3),

    CONSTRAINT "budget_change_pkey" PRIMARY KEY ("retailer_id","store_id","local_date")
);

-- CreateTable
CREATE TABLE "provider_quota" (
    "name" TEXT NOT NULL,
    "busy_until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "provider_quota_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "sandbox_memory" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "sandbox_memory_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "search_setup_next_check_at_idx" ON "search_setup"("next_check_at");

-- CreateIndex
CREATE INDEX "ads_campaign_due_at_idx" ON "ads_campaign"("due_at");

-- Search channels that there are: how they stand is asked anew.
INSERT INTO search_setup (retailer_id, store_id, location_id, access_at, next_check_at)
SELECT c.retailer_id, c.store_id, c.parameters->>'locationId', l.claimed_at, now()
FROM channel c
LEFT JOIN search_location l
  ON l.location_id = c.parameters->>'locationId' AND l.retailer_id = c.retailer_id AND l.store_id = c.store_id
WHERE c.channel = 'search';

-- What is to be sent of a store, in the order of its time.
CREATE INDEX listing_due_at_idx ON listing (retailer_id, store_id, due_at) WHERE due_at IS NOT NULL;
