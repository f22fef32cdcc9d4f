ALTER TYPE operation_kind ADD VALUE 'import' BEFORE 'revert';
ALTER TABLE operation_batch ADD COLUMN edits jsonb;
