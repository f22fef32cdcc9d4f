import { keyOf, type SealedTable, sealedColumns } from "./vault.ts";

/**
 * At most `$2` sealed values that start with none of the prefixes `$1` (`bytea[]`), in order of the rows' keys, after the key `$3…`.
 * An empty value is a claim of `Idempotency-Key`.
 */
export function selectUnlike(table: SealedTable): string {
  const key = keyOf(table);
  const names = key.map(([name]) => name).join(", ");
  const { column } = sealedColumns[table];
  return `
  SELECT ARRAY[${key.map(([name]) => `${name}::text`).join(", ")}] AS row, "${column}" AS sealed FROM ${table}
  WHERE (${names}) > (${key.map(([, type], n) => `$${n + 3}::${type}`).join(", ")})
    AND octet_length("${column}") > 0 AND substring("${column}" FROM 1 FOR 9) <> ALL ($1::bytea[])
  ORDER BY ${names} LIMIT $2`;
}

/** Replaces the values `$1` by `$2` (`bytea[]`) in the rows `$3…` (one array for each key column), unless a value has changed. */
export function replaceValues(table: SealedTable): string {
  const key = keyOf(table);
  const { column } = sealedColumns[table];
  const same = key.map(([name], n) => `t.${name} = v.k${n}`).join(" AND ");
  return `
  UPDATE ${table} t SET "${column}" = v.fresh
  FROM unnest($1::bytea[], $2::bytea[], ${key.map(([, type], n) => `$${n + 3}::${type}[]`).join(", ")})
    AS v (stale, fresh, ${key.map((_, n) => `k${n}`).join(", ")})
  WHERE ${same} AND t."${column}" = v.stale
  RETURNING 1`;
}
