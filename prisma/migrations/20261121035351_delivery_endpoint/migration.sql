-- AlterTable
ALTER TABLE "delivery_attempt" ADD COLUMN     "endpoint" INTEGER;

-- AlterTable
ALTER TABLE "delivery_cursor" ADD COLUMN     "endpoint" INTEGER;

-- CreateTable
CREATE TABLE "delivery_endpoint" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "endpoint" INTEGER NOT NULL,
    "url" TEXT NOT NULL,

    CONSTRAINT "delivery_endpoint_pkey" PRIMARY KEY ("retailer_id","store_id","endpoint")
);

-- By hand: the endpoints of now. Where attempts before this went is not known.
INSERT INTO "delivery_endpoint" (retailer_id, store_id, endpoint, url)
  SELECT c.retailer_id, c.store_id, 1, ch.parameters ->> 'webhookUrl'
  FROM "delivery_cursor" c
  JOIN "channel" ch ON ch.retailer_id = c.retailer_id AND ch.store_id = c.store_id AND ch.channel = 'webhooks';
UPDATE "delivery_cursor" SET endpoint = 1;
ALTER TABLE "delivery_cursor" ALTER COLUMN "endpoint" SET NOT NULL;
