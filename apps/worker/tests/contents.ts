import type { Database } from "@highstreet/db";

/** A hash of the rows of each table. A running worker renews its row in `delivery_worker` all the time. */
export async function contents(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('_prisma_migrations', 'delivery_worker')`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ rows: number; hash: string }>(
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, ' ' ORDER BY t::text COLLATE "C")) AS hash FROM (TABLE ${name}) t`,
    );
    found[name] = `${row?.rows} ${row?.hash}`;
  }
  return found;
}
