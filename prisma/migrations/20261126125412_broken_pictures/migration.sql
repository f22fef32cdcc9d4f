-- AlterTable
ALTER TABLE "retailer" ADD COLUMN "pictures_after" TEXT NOT NULL DEFAULT '',
ADD COLUMN "pictures_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '2000-01-01 00:00:00 +00:00';

-- CreateTable
CREATE TABLE "broken_picture" (
    "retailer_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,
    "images" TEXT[],
    "is_certain" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "broken_picture_pkey" PRIMARY KEY ("retailer_id","item_key")
);

-- AddForeignKey
ALTER TABLE "broken_picture" ADD CONSTRAINT "broken_picture_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE NO ACTION;
