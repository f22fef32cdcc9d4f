-- 5acdbdc9, the previous release, does not use these. Older code does, so it answers 503 from now on.
DROP TABLE "event_trace", "rate_share";
DROP FUNCTION customization_texts_for;
UPDATE "schema_version" SET "minimum_version" = '20261130055900_search_pickup';
