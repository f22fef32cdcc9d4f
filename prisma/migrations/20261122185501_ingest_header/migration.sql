-- The other columns of a feed: further columns of a field, ignored columns, and the columns that were chosen for it.
ALTER TABLE "ingest" ADD COLUMN "header" JSONB NOT NULL DEFAULT '{}';
