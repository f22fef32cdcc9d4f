ALTER TYPE ingest_status ADD VALUE 'discarded';
