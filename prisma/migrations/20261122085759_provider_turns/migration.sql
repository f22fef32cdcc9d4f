-- CreateTable
CREATE TABLE "provider_turn" (
    "name" TEXT NOT NULL,
    "partner_id" UUID NOT NULL,
    "served_at" TIMESTAMPTZ(6),
    "waits_until" TIMESTAMPTZ(6),

    CONSTRAINT "provider_turn_pkey" PRIMARY KEY ("name","partner_id")
);
