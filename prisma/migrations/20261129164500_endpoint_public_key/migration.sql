-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "public_key" TEXT;
