-- Rows of retailers that are gone: they would keep the constraints from being added.
DELETE FROM "product" t WHERE NOT EXISTS (SELECT FROM "retailer" r WHERE r."retailer_id" = t."retailer_id");
DELETE FROM "customization" t WHERE NOT EXISTS (SELECT FROM "retailer" r WHERE r."retailer_id" = t."retailer_id");
DELETE FROM "history_entry" t WHERE NOT EXISTS (SELECT FROM "retailer" r WHERE r."retailer_id" = t."retailer_id");
DELETE FROM "listing_description" t WHERE NOT EXISTS (SELECT FROM "retailer" r WHERE r."retailer_id" = t."retailer_id");
DELETE FROM "ingest_rejection" t WHERE NOT EXISTS (SELECT FROM "retailer" r WHERE r."retailer_id" = t."retailer_id");
DELETE FROM "held_feed" t WHERE NOT EXISTS (SELECT FROM "retailer" r WHERE r."retailer_id" = t."retailer_id");
DELETE FROM "ingest" t WHERE NOT EXISTS (SELECT FROM "retailer" r WHERE r."retailer_id" = t."retailer_id");

-- DropForeignKey
ALTER TABLE "channel" DROP CONSTRAINT "channel_retailer_id_store_id_fkey";

-- DropForeignKey
ALTER TABLE "inventory_source" DROP CONSTRAINT "inventory_source_retailer_id_store_id_fkey";

-- DropForeignKey
ALTER TABLE "retailer" DROP CONSTRAINT "retailer_partner_id_fkey";

-- DropForeignKey
ALTER TABLE "staff_member" DROP CONSTRAINT "staff_member_retailer_id_fkey";

-- DropForeignKey
ALTER TABLE "store" DROP CONSTRAINT "store_retailer_id_fkey";

-- AddForeignKey
ALTER TABLE "retailer" ADD CONSTRAINT "retailer_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store" ADD CONSTRAINT "store_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "inventory_source" ADD CONSTRAINT "inventory_source_retailer_id_store_id_fkey" FOREIGN KEY ("retailer_id", "store_id") REFERENCES "store"("retailer_id", "store_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ingest" ADD CONSTRAINT "ingest_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customization" ADD CONSTRAINT "customization_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "history_entry" ADD CONSTRAINT "history_entry_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_retailer_id_store_id_fkey" FOREIGN KEY ("retailer_id", "store_id") REFERENCES "store"("retailer_id", "store_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "listing_description" ADD CONSTRAINT "listing_description_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE NO ACTION;
