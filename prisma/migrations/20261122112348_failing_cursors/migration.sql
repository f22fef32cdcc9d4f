-- A probe of a receiver that is down picks one of its failing stores by key. Few cursors have failures.
CREATE INDEX "delivery_cursor_failing" ON "delivery_cursor" ("receiver", "failures") WHERE "failures" > 0;
