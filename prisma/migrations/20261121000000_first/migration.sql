-- CreateTable
CREATE TABLE "partner" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "scopes" TEXT[],
    "limited" BOOLEAN NOT NULL DEFAULT false,
    "retailer_ids" UUID[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "partner_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "answer" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("partner_id","key")
);

-- CreateTable
CREATE TABLE "retailer" (
    "retailer_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "external_id" TEXT,
    "name" TEXT NOT NULL,
    "contact_name" TEXT,
    "contact_email" TEXT,
    "contact_phone" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retailer_pkey" PRIMARY KEY ("retailer_id")
);

-- CreateTable
CREATE TABLE "store" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "external_id" TEXT,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "postcode" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "phone" TEXT,
    "timezone" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "area_type" TEXT NOT NULL DEFAULT 'suburban',
    "links" JSONB NOT NULL DEFAULT '[]',
    "widget_token" TEXT NOT NULL,
    "next_sequence" BIGINT NOT NULL DEFAULT 1,
    "stock_version" BIGINT NOT NULL DEFAULT 0,
    "in_stock_count" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "store_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "inventory_source" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "provider" TEXT,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "latest_ingest_id" UUID,
    "applied_at" TIMESTAMPTZ(3),
    "event_sequence" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_source_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "stock_item" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,
    "barcode" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,
    "price" DECIMAL(12,2) NOT NULL,
    "currency" TEXT NOT NULL,
    "condition" TEXT NOT NULL,
    "announced_status" TEXT,
    "announced_price" DECIMAL(12,2),
    "announced_currency" TEXT,
    "announced_sequence" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stock_item_pkey" PRIMARY KEY ("retailer_id","store_id","item_key")
);

-- CreateTable
CREATE TABLE "product" (
    "retailer_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "brand" TEXT,
    "images" TEXT[],
    "category" TEXT,
    "color" TEXT,
    "size" TEXT,
    "group_id" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_pkey" PRIMARY KEY ("retailer_id","item_key")
);

-- CreateTable
CREATE TABLE "ingest" (
    "retailer_id" UUID NOT NULL,
    "ingest_id" UUID NOT NULL,
    "store_id" UUID,
    "mode" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "columns" JSONB NOT NULL,
    "number_of_lines" INTEGER NOT NULL,
    "valid_lines" INTEGER NOT NULL,
    "in_stock_valid_lines" INTEGER NOT NULL,
    "changed_items" INTEGER NOT NULL,
    "new_items" INTEGER NOT NULL,
    "rejected_lines" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "digest" BYTEA,
    "stock_version" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ingest_pkey" PRIMARY KEY ("retailer_id","ingest_id")
);

-- CreateTable
CREATE TABLE "ingest_rejection" (
    "retailer_id" UUID NOT NULL,
    "ingest_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "field" TEXT,
    "code" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "value" TEXT,

    CONSTRAINT "ingest_rejection_pkey" PRIMARY KEY ("retailer_id","ingest_id","line")
);

-- CreateTable
CREATE TABLE "customization" (
    "retailer_id" UUID NOT NULL,
    "customization_id" UUID NOT NULL,
    "store_id" UUID,
    "item_key" TEXT NOT NULL,
    "barcode" TEXT NOT NULL,
    "hidden" BOOLEAN,
    "channels" TEXT[],
    "title" TEXT,
    "description" TEXT,
    "brand" TEXT,
    "image" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "previous" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customization_pkey" PRIMARY KEY ("retailer_id","customization_id")
);

-- CreateTable
CREATE TABLE "history_entry" (
    "retailer_id" UUID NOT NULL,
    "history_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" JSONB NOT NULL,
    "actor_id" TEXT,
    "action" TEXT NOT NULL,
    "store_id" UUID,
    "item_key" TEXT,
    "target" JSONB NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "history_entry_pkey" PRIMARY KEY ("retailer_id","history_id")
);

-- CreateTable
CREATE TABLE "channel" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "storefront_url" TEXT,
    "waiting_since" TIMESTAMPTZ(3),
    "secret" BYTEA,
    "daily_budget" DECIMAL(8,2),
    "upcoming_budget" DECIMAL(8,2),
    "upcoming_activates" TIMESTAMPTZ(3),
    "event_sequence" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("retailer_id","store_id","channel")
);

-- CreateTable
CREATE TABLE "search_location" (
    "location_id" TEXT NOT NULL,
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_location_pkey" PRIMARY KEY ("location_id")
);

-- CreateTable
CREATE TABLE "store_event" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "product" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_event_pkey" PRIMARY KEY ("retailer_id","store_id","sequence")
);

-- CreateTable
CREATE TABLE "delivery_worker" (
    "id" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "dead" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "delivery_worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_work" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "hold_until" TIMESTAMPTZ(3),
    "wake" BIGINT NOT NULL DEFAULT 1,
    "owner" UUID,

    CONSTRAINT "delivery_work_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "delivery_cursor" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "cursor" BIGINT NOT NULL,
    "claimed_to" BIGINT NOT NULL,
    "dirty" BOOLEAN NOT NULL DEFAULT false,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "generation" BIGINT NOT NULL,
    "started_at_sequence" BIGINT NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "delivery_cursor_pkey" PRIMARY KEY ("retailer_id","store_id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "try" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "ms" INTEGER,
    "enhanced" BOOLEAN NOT NULL DEFAULT false,
    "outcome" TEXT NOT NULL,
    "answer" TEXT,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("retailer_id","store_id","sequence","try")
);

-- CreateTable
CREATE TABLE "delivery_retry" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "tries" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "enhanced" BOOLEAN,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_retry_pkey" PRIMARY KEY ("retailer_id","store_id","sequence")
);

-- CreateTable
CREATE TABLE "staff_member" (
    "retailer_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_member_pkey" PRIMARY KEY ("retailer_id","user_id")
);

-- CreateTable
CREATE TABLE "staff_user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_session" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_verification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_key_partner_id_id_idx" ON "api_key"("partner_id", "id");

-- CreateIndex
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

-- CreateIndex
CREATE INDEX "retailer_partner_id_retailer_id_idx" ON "retailer"("partner_id", "retailer_id");

-- CreateIndex
CREATE UNIQUE INDEX "retailer_partner_id_external_id_key" ON "retailer"("partner_id", "external_id");

-- CreateIndex
CREATE INDEX "store_widget_token_idx" ON "store"("widget_token");

-- CreateIndex
CREATE UNIQUE INDEX "store_retailer_id_external_id_key" ON "store"("retailer_id", "external_id");

-- CreateIndex
CREATE INDEX "ingest_retailer_id_store_id_ingest_id_idx" ON "ingest"("retailer_id", "store_id", "ingest_id");

-- CreateIndex
CREATE UNIQUE INDEX "customization_retailer_id_item_key_store_id_key" ON "customization"("retailer_id", "item_key", "store_id");

-- CreateIndex
CREATE INDEX "history_entry_retailer_id_item_key_history_id_idx" ON "history_entry"("retailer_id", "item_key", "history_id");

-- CreateIndex
CREATE INDEX "staff_member_user_id_idx" ON "staff_member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_user_email_key" ON "staff_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "staff_session_token_key" ON "staff_session"("token");

-- CreateIndex
CREATE INDEX "staff_session_user_id_idx" ON "staff_session"("user_id");

-- CreateIndex
CREATE INDEX "staff_account_user_id_idx" ON "staff_account"("user_id");

-- CreateIndex
CREATE INDEX "staff_verification_identifier_idx" ON "staff_verification"("identifier");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "retailer" ADD CONSTRAINT "retailer_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store" ADD CONSTRAINT "store_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_source" ADD CONSTRAINT "inventory_source_retailer_id_store_id_fkey" FOREIGN KEY ("retailer_id", "store_id") REFERENCES "store"("retailer_id", "store_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_retailer_id_store_id_fkey" FOREIGN KEY ("retailer_id", "store_id") REFERENCES "store"("retailer_id", "store_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_retailer_id_fkey" FOREIGN KEY ("retailer_id") REFERENCES "retailer"("retailer_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_account" ADD CONSTRAINT "staff_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
