-- AlterTable
ALTER TABLE "delivery_attempt" ADD COLUMN     "more_at" TIMESTAMPTZ(3)[],
ADD COLUMN     "more_ms" INTEGER[],
ADD COLUMN     "more_sequences" BIGINT[];
