/**
 * SQL: the LIMIT of candidates, hidden from the planner. With a known limit, the planner reads and sorts all rows if it expects few
 * rows. Without statistics it expects few rows even where there are many.
 */
export const candidatesIn = (parameter: string): string => `LIMIT (SELECT ${parameter}::bigint)`;

/**
 * SQL: the conditions and the order of rows with one value in a column, after a key. The order only matches the index with the
 * column before the key. Otherwise the planner could use an index on the key and read the rows of all values.
 */
export function ofValue(
  order: "ASC" | "DESC",
  [column, value]: [string, string],
  [key, position]: [string, string],
): string {
  const [behind, end] = order === "ASC" ? [">", "<="] : ["<", ">="];
  return `(${column}, ${key}) ${behind} (${value}, ${position}) AND ${column} ${end} ${value}
      ORDER BY ${column} ${order}, ${key} ${order}`;
}

interface ScanSql {
  /** Rows in the order of the list, by an index, with a column `key`; ends in `candidatesIn`. */
  candidates: string;
  /** The matches `FROM candidate`, in the same order, with a column `key`; ends in `LIMIT`. */
  found: string;
  order: "ASC" | "DESC";
}

/** SQL of a bounded scan, for `windowOf`: the matches among the candidates, and the last candidate. */
export const scan = ({ candidates, found, order }: ScanSql): string => `
  WITH RECURSIVE candidate AS MATERIALIZED (${candidates}),
  found AS (${found})
  SELECT found.*, s.scanned, s.reached
  FROM (
    SELECT count(*) AS scanned, (SELECT key FROM candidate ORDER BY key ${order === "ASC" ? "DESC" : "ASC"} LIMIT 1) AS reached
    FROM candidate
  ) s
  LEFT JOIN found ON true
  ORDER BY found.key ${order}`;
