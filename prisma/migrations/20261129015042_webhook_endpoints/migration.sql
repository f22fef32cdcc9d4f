-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "retailer_id" UUID,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "description" TEXT,
    "urls" TEXT[],
    "actions" TEXT[],
    "retailer_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "store_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "enhanced_product_data" BOOLEAN NOT NULL DEFAULT false,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "secret" BYTEA NOT NULL,
    "previous_secret_until" TIMESTAMPTZ(3),
    "status" "channel_status" NOT NULL DEFAULT 'pending',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "follows_from" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_following" (
    "retailer_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "actions" TEXT[],
    "store_ids" UUID[] DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "delivery_following_pkey" PRIMARY KEY ("retailer_id","endpoint_id")
);

-- CreateTable
CREATE TABLE "delivery_follower" (
    "endpoint_id" UUID NOT NULL,
    "lease_epoch" BIGINT NOT NULL DEFAULT 0,
    "worker_id" UUID,
    "hold_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "ping_due_at" TIMESTAMPTZ(3),
    "ping_tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "delivery_follower_pkey" PRIMARY KEY ("endpoint_id")
);

-- CreateTable
CREATE TABLE "delivery_position" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "cursor" BIGINT NOT NULL,
    "in_flight_high_water" BIGINT NOT NULL,
    "lease_epoch" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "wake_version" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "delivery_position_pkey" PRIMARY KEY ("retailer_id","store_id","endpoint_id")
);

-- CreateTable
CREATE TABLE "endpoint_retry" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "tries" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "enhanced" BOOLEAN,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "endpoint_retry_pkey" PRIMARY KEY ("retailer_id","store_id","endpoint_id","sequence")
);

-- CreateTable
CREATE TABLE "endpoint_attempt" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER,
    "enhanced" BOOLEAN NOT NULL DEFAULT false,
    "outcome" "attempt_outcome" NOT NULL,
    "answer" TEXT,
    "endpoint" INTEGER,
    "more_sequences" BIGINT[],
    "more_attempted_at" TIMESTAMPTZ(3)[],
    "more_duration_ms" INTEGER[],

    CONSTRAINT "endpoint_attempt_pkey" PRIMARY KEY ("retailer_id","store_id","sequence","endpoint_id","attempt")
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_partner_id_retailer_id_idx" ON "webhook_endpoint"("partner_id", "retailer_id");

-- CreateIndex
CREATE INDEX "delivery_position_endpoint_id_due_at_idx" ON "delivery_position"("endpoint_id", "due_at");

-- CreateIndex
CREATE INDEX "endpoint_attempt_endpoint_id_attempted_at_idx" ON "endpoint_attempt"("endpoint_id", "attempted_at");

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "delivery_following" ADD CONSTRAINT "delivery_following_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Not in the Prisma schema: a partial index.
CREATE INDEX endpoint_attempt_failed ON endpoint_attempt (endpoint_id, attempted_at) WHERE outcome = 'failed';
