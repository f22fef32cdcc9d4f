-- AlterTable
ALTER TABLE "store" ADD COLUMN     "hours" JSONB NOT NULL DEFAULT '{"regular": [], "special": []}';
