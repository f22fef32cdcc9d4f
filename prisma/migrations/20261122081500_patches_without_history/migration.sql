-- The ingest of a till's PATCH is its record: the history has no entry of it.
DELETE FROM history_entry WHERE action = 'stock.patch';
