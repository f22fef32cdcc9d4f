-- A role or an invitation for chosen stores.
ALTER TABLE staff_member ADD COLUMN store_role staff_role;
ALTER TABLE staff_member ADD COLUMN store_ids UUID[] NOT NULL DEFAULT '{}';
ALTER TABLE staff_invitation ADD COLUMN store_role staff_role;
ALTER TABLE staff_invitation ADD COLUMN store_ids UUID[] NOT NULL DEFAULT '{}';
