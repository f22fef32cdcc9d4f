-- AlterTable
ALTER TABLE "rule_effect" ADD COLUMN     "title" TEXT,
ADD COLUMN     "brand" TEXT,
ADD COLUMN     "description" TEXT,
ADD COLUMN     "category" TEXT;
