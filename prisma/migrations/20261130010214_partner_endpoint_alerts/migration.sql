-- AlterTable
ALTER TABLE "partner_member" ADD COLUMN     "news_seen_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "alert_announced_at" TIMESTAMPTZ(3),
ADD COLUMN     "alert_closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "alert_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "alert_opened_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "webhook_endpoint_alert_due_at_idx" ON "webhook_endpoint"("alert_due_at");
