-- CreateTable
CREATE TABLE "schema_version" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "minimum_version" TEXT NOT NULL,

    CONSTRAINT "schema_version_pkey" PRIMARY KEY ("id")
);

-- One row. Every version that knows the table can use this database. A migration that older code cannot live with updates the row:
-- UPDATE schema_version SET minimum_version = '<the name of the migration>';
ALTER TABLE "schema_version" ADD CONSTRAINT "schema_version_one_row" CHECK ("id");
INSERT INTO "schema_version" ("minimum_version") VALUES ('20261122160000_init');
