-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "contact" TEXT;
