-- AlterTable
ALTER TABLE "store" ADD COLUMN     "pickup" JSONB;
