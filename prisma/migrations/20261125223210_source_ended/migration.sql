-- AlterTable
ALTER TABLE "inventory_source" ADD COLUMN     "is_ended" BOOLEAN NOT NULL DEFAULT false;
