import pg from "pg";

/** Reads one number, named `open`, over its own connection. */
export function counter(database: string, sql: string): () => Promise<number> {
  const pool = new pg.Pool({ connectionString: database, max: 1 });
  return async () => Number((await pool.query(sql)).rows[0].open);
}
