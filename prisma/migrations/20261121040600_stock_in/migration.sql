-- AlterTable
ALTER TABLE "inventory_source" ADD COLUMN     "authorization" BYTEA,
ADD COLUMN     "heard_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_pull_at" TIMESTAMPTZ(3),
ADD COLUMN     "unseen_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "upload_key_digest" BYTEA,
ADD COLUMN     "upload_key_id" UUID,
ADD COLUMN     "validators" JSONB;

-- AlterTable
ALTER TABLE "stock_item" ADD COLUMN     "named_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ingest" ADD COLUMN     "reason" TEXT;

-- CreateTable
CREATE TABLE "stock_digest" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "stock_version" BIGINT NOT NULL,
    "digest" BYTEA NOT NULL,

    CONSTRAINT "stock_digest_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "held_feed" (
    "retailer_id" UUID NOT NULL,
    "ingest_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "held_feed_pkey" PRIMARY KEY ("retailer_id","ingest_id","part")
);

-- CreateIndex
CREATE UNIQUE INDEX "inventory_source_upload_key_id_key" ON "inventory_source"("upload_key_id");

-- What schema.prisma cannot say, by hand.

-- Hashes do not compress, and feeds do not gain by it.
ALTER TABLE "stock_digest" ALTER COLUMN "digest" SET STORAGE EXTERNAL;
ALTER TABLE "held_feed" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- The few rows that the worker looks for, by time.
CREATE INDEX "inventory_source_next_pull_at" ON "inventory_source" ("next_pull_at") WHERE next_pull_at IS NOT NULL;
CREATE INDEX "inventory_source_unseen_due_at" ON "inventory_source" ("unseen_due_at") WHERE unseen_due_at IS NOT NULL;
CREATE INDEX "inventory_source_heard_at" ON "inventory_source" ("heard_at") WHERE status = 'connected';
