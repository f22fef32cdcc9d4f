-- AlterTable
ALTER TABLE "store_event" ADD COLUMN     "traceparent" TEXT;
