-- AlterTable
ALTER TABLE "ingest_rejection" ADD COLUMN     "current_quantity" DOUBLE PRECISION;
