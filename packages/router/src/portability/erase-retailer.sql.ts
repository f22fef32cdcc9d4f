export const tenantTables = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace AND a.attname = 'retailer_id'
    AND NOT a.attisdropped
  ORDER BY c.relname`;

export const countRows = (table: string): string => `SELECT count(*) AS rows FROM "${table}" WHERE retailer_id = $1`;
