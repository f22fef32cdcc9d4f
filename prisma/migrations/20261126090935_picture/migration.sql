-- CreateTable
CREATE TABLE "picture" (
    "retailer_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "bytes" BYTEA NOT NULL,
    "size" BIGINT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "unused_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "picture_pkey" PRIMARY KEY ("retailer_id","token")
);

-- CreateIndex
CREATE INDEX "picture_retailer_id_digest_idx" ON "picture"("retailer_id", "digest");

-- AddForeignKey
ALTER TABLE "picture" ADD CONSTRAINT "picture_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE NO ACTION;
