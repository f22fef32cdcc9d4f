-- Who a store's calls go to: its partner, and the origin of its URL. Stores that share both share the receiver's health.
ALTER TABLE "delivery_cursor" ADD COLUMN "receiver" TEXT;
UPDATE "delivery_cursor" c
SET "receiver" = r.partner_id || ' ' || COALESCE(lower(substring(ch.parameters ->> 'webhookUrl' FROM '^[^:]+://[^/?#]+')), '')
FROM "retailer" r, "channel" ch
WHERE r.retailer_id = c.retailer_id
  AND ch.retailer_id = c.retailer_id AND ch.store_id = c.store_id AND ch.channel = 'webhooks';
UPDATE "delivery_cursor" SET "receiver" = '' WHERE "receiver" IS NULL;
ALTER TABLE "delivery_cursor" ALTER COLUMN "receiver" SET NOT NULL;

-- The receiver that is down, for which a store with something due waits.
ALTER TABLE "delivery_work" ADD COLUMN "parked_by" TEXT;

-- Workers look for due stores every quarter of a second: they see no parked one.
CREATE INDEX "delivery_work_unparked" ON "delivery_work" ("store_id") WHERE "parked_by" IS NULL;
CREATE INDEX "delivery_work_parked" ON "delivery_work" ("parked_by", "store_id") WHERE "parked_by" IS NOT NULL;

-- CreateTable
CREATE TABLE "delivery_receiver" (
    "receiver" TEXT NOT NULL,
    "failing_stores" UUID[] NOT NULL,
    "down_since" TIMESTAMPTZ(3),
    "probes" INTEGER NOT NULL DEFAULT 0,
    "probe_at" TIMESTAMPTZ(3),
    "wake_batch" INTEGER,
    "wake_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_receiver_pkey" PRIMARY KEY ("receiver")
);
