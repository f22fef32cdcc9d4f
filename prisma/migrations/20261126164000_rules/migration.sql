-- AlterTable
ALTER TABLE "retailer" ADD COLUMN     "rule_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rules_due_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "rule_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "rule" (
    "retailer_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "store_id" UUID,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "when_" JSONB NOT NULL,
    "tests" JSONB NOT NULL,
    "effect" JSONB NOT NULL,
    "changed" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rule_pkey" PRIMARY KEY ("retailer_id","rule_id")
);

-- CreateTable
CREATE TABLE "rule_effect" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,
    "matched" INTEGER[],
    "hidden" BOOLEAN,
    "channels" TEXT[],
    "decided_by" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rule_effect_pkey" PRIMARY KEY ("retailer_id","store_id","item_key")
) WITH (fillfactor = 80);

-- CreateIndex
CREATE UNIQUE INDEX "rule_retailer_id_number_key" ON "rule"("retailer_id", "number");

-- AddForeignKey
ALTER TABLE "rule" ADD CONSTRAINT "rule_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE NO ACTION;
