-- A receiver with one store is down after fewer facts than a receiver with several.
CREATE INDEX delivery_cursor_receiver_idx ON delivery_cursor (receiver);
