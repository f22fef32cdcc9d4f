-- AlterTable
ALTER TABLE "listing" DROP COLUMN "failures",
DROP COLUMN "offer_id",
ADD COLUMN     "claimed_until" TIMESTAMPTZ(3),
ADD COLUMN     "disapproved_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "publication" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "paused_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" JSONB,
    "problems_due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "publication_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "listing_description" (
    "retailer_id" UUID NOT NULL,
    "country" TEXT NOT NULL,
    "item_key" TEXT NOT NULL,
    "sent" JSONB,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_description_pkey" PRIMARY KEY ("retailer_id","country","item_key")
);

-- CreateIndex
CREATE INDEX "publication_due_at_idx" ON "publication"("due_at");
