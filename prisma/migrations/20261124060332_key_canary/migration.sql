-- The first process seals a value here. A process with other keys cannot decrypt it, and does not start.
CREATE TABLE "key_canary" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "key_canary_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "key_canary" ADD CONSTRAINT "key_canary_one_row" CHECK ("id");
