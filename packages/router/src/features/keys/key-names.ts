import type { Sql } from "@highstreet/db";

const names = "SELECT id, name FROM api_key WHERE partner_id = $1 AND id = ANY ($2::uuid[])";

/** What keys of a partner are called, revoked ones included, by their ids. */
export async function keyNames(sql: Sql, partnerId: string, ids: string[]): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map();
  const rows = await sql.query<{ id: string; name: string }>(names, [partnerId, [...new Set(ids)]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
