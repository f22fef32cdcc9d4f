-- Free text about the opening hours of a store.
ALTER TABLE store ADD COLUMN opening_hours TEXT;
