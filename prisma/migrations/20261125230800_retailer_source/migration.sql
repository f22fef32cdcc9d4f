-- AlterTable
ALTER TABLE "upload_key" ALTER COLUMN "store_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "retailer_source" (
    "retailer_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "status" "source_status" NOT NULL DEFAULT 'pending',
    "provider" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "authorization" BYTEA,
    "next_pull_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retailer_source_pkey" PRIMARY KEY ("retailer_id")
);

-- CreateIndex
CREATE INDEX "retailer_source_next_pull_at_idx" ON "retailer_source"("next_pull_at");

-- AddForeignKey
ALTER TABLE "retailer_source" ADD CONSTRAINT "retailer_source_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE NO ACTION;
