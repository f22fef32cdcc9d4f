-- v1.0.0, the previous release, does not use these. Older code does, so it answers 503 from now on.
DROP TABLE "stock_digest", "stock_written";
UPDATE "schema_version" SET "minimum_version" = '20261130092000_drop_unused';
