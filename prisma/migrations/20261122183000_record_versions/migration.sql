-- Versions of channels and sources for If-Match. Only calls raise them, changes in the background do not.
ALTER TABLE channel ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE inventory_source ADD COLUMN version integer NOT NULL DEFAULT 0;
