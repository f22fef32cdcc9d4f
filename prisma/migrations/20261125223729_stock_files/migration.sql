-- CreateTable
CREATE TABLE "stock_file" (
    "retailer_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "mode" "ingest_mode" NOT NULL,
    "number_of_lines" INTEGER NOT NULL DEFAULT 0,
    "rejected_lines" INTEGER NOT NULL DEFAULT 0,
    "header" JSONB NOT NULL DEFAULT '{}',
    "digest" BYTEA NOT NULL,
    "actor" JSONB NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "stock_file_pkey" PRIMARY KEY ("retailer_id","file_id")
);

-- CreateTable
CREATE TABLE "stock_file_part" (
    "retailer_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "facts" JSONB NOT NULL,
    "ingest_id" UUID,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "stock_file_part_pkey" PRIMARY KEY ("retailer_id","file_id","store_id")
);

-- CreateTable
CREATE TABLE "stock_file_line" (
    "retailer_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "row" JSON NOT NULL,

    CONSTRAINT "stock_file_line_pkey" PRIMARY KEY ("retailer_id","file_id","store_id","kind","line")
);

-- CreateIndex
CREATE INDEX "stock_file_part_retailer_id_ingest_id_idx" ON "stock_file_part"("retailer_id", "ingest_id");

-- AddForeignKey
ALTER TABLE "stock_file" ADD CONSTRAINT "stock_file_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stock_file_part" ADD CONSTRAINT "stock_file_part_retailer_id_file_id_fkey" FOREIGN KEY ("retailer_id", "file_id") REFERENCES "stock_file"("retailer_id", "file_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stock_file_line" ADD CONSTRAINT "stock_file_line_retailer_id_file_id_fkey" FOREIGN KEY ("retailer_id", "file_id") REFERENCES "stock_file"("retailer_id", "file_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Small: only files and parts that wait.
CREATE INDEX stock_file_open ON stock_file (retailer_id) WHERE finished_at IS NULL;
CREATE INDEX stock_file_part_waiting ON stock_file_part (retailer_id, store_id, file_id) WHERE ended_at IS NULL;
