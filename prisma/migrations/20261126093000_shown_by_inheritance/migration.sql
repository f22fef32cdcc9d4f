-- The switch of the console wrote false where nothing hides the product. The history tells these rows from those that a key wrote; a row
-- whose history has expired stays. Nothing that customers, webhooks or an undo see changes, so version, time and history stay.
UPDATE customization c SET hidden = NULL
WHERE NOT c.hidden
  AND (c.store_id IS NULL OR NOT EXISTS (
    SELECT FROM customization a
    WHERE a.retailer_id = c.retailer_id AND a.item_key = c.item_key AND a.store_id IS NULL AND a.hidden))
  AND (SELECT bool_and(h.actor->>'kind' = 'staff') FROM history_entry h
       WHERE h.retailer_id = c.retailer_id AND h.item_key = c.item_key AND h.store_id IS NOT DISTINCT FROM c.store_id
         AND h.action LIKE 'customization.%' AND h.after->>'hidden' = 'false' AND h.before->>'hidden' IS DISTINCT FROM 'false');
