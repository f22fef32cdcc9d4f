-- CreateTable
CREATE TABLE "feed_undo" (
    "retailer_id" UUID NOT NULL,
    "ingest_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "rows" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feed_undo_pkey" PRIMARY KEY ("retailer_id","ingest_id","part")
);

-- CreateIndex
CREATE INDEX "feed_undo_retailer_id_created_at_idx" ON "feed_undo"("retailer_id", "created_at");
