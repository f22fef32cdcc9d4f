-- AlterTable
ALTER TABLE "staff_user" ADD COLUMN     "language" TEXT;
