-- CreateTable
CREATE TABLE "stock_written" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,

    CONSTRAINT "stock_written_pkey" PRIMARY KEY ("retailer_id","store_id","item_key")
);
