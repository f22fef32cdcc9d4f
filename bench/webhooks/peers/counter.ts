import pg from "pg";

/** Asks for one number, named `open`, over a connection of its own. */
export function counter(database: string, sql: string): () => Promise<number> {
  const pool = new pg.Pool({ connectionString: database, max: 1 });
  return async () => Number((await pool.query(sql)).rows[0].open);
}
