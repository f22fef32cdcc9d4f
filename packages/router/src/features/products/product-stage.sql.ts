/**
 * Deletes the staged lines whose item is in a later line. Returns their number and the first $1 of them.
 * The database counts, because a feed can name one item five million times.
 */
export const supersede = `
  WITH kept AS (
    SELECT item_key, max(line) AS line FROM product_stage GROUP BY item_key HAVING count(*) > 1
  ), gone AS (
    DELETE FROM product_stage s USING kept WHERE s.item_key = kept.item_key AND s.line < kept.line
    RETURNING s.line, s.item_key
  ), first AS (
    SELECT line, item_key FROM gone ORDER BY line LIMIT $1
  )
  SELECT (SELECT count(*)::int FROM gone) AS count,
         (SELECT COALESCE(json_agg(json_build_object('line', line, 'itemKey', item_key) ORDER BY line), '[]') FROM first) AS first`;
