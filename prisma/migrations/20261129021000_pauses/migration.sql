-- AlterTable
ALTER TABLE "store" ADD COLUMN     "pause" JSONB,
ADD COLUMN     "paused" TEXT[],
ADD COLUMN     "safety_stock" JSONB,
ADD COLUMN     "shelf_due_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "rule_effect" ADD COLUMN     "paused" TEXT[],
ADD COLUMN     "safety_stock" JSONB;
