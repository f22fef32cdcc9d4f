-- Written only in traced transactions. The event rows stay as they are.
CREATE TABLE "event_trace" (
    "retailer_id" UUID NOT NULL,
    "store_id" UUID NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "traceparent" TEXT NOT NULL,

    CONSTRAINT "event_trace_pkey" PRIMARY KEY ("retailer_id","store_id","first_sequence")
);
