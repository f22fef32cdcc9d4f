-- AlterTable
ALTER TABLE "delivery_cursor" ADD COLUMN     "last_given_up_at" TIMESTAMPTZ(3);
