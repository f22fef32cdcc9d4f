/**
 * SQL: the LIMIT of candidates. The planner must not know the number: of few rows that it expects it would otherwise read all and
 * sort them, while without statistics it expects few wherever there are many.
 */
export const candidatesIn = (parameter: string): string => `LIMIT (SELECT ${parameter}::bigint)`;

/**
 * SQL: the conditions and the order of rows with one value in a column, behind a key. It is the order of the index that has the
 * column before the key, and of no other: the planner might take one that has the key alone, and read the rows of all values.
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

/** SQL of a bounded scan, for `windowOf`: matches among candidates, and how far the candidates came. */
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
