-- AlterTable
ALTER TABLE "product" ADD COLUMN     "condition" "item_condition";
