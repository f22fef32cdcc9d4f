-- AlterTable
ALTER TABLE "staff_invitation" ADD COLUMN     "inviter_id" TEXT;
