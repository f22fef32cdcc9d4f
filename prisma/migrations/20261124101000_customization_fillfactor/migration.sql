-- An edit changes no indexed column. With room for it on the page of its row, PostgreSQL need not change the indexes.
ALTER TABLE customization SET (fillfactor = 80);
