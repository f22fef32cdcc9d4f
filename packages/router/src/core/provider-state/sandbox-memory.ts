import type { Sql } from "@highstreet/db";
import type { SandboxMemory } from "@highstreet/providers";

const get = "SELECT value FROM sandbox_memory WHERE key = $1";
const put = `INSERT INTO sandbox_memory (key, value) VALUES ($1, $2)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const remove = "DELETE FROM sandbox_memory WHERE key = $1";
const list = "SELECT key, value FROM sandbox_memory WHERE starts_with(key, $1) ORDER BY key";

/** The sandbox's outside world, as all processes on a database see it. */
export function createSharedMemory(sql: Sql): SandboxMemory {
  return {
    get: async (key) => (await sql.query<{ value: unknown }>(get, [key]))[0]?.value,
    put: async (key, value) => {
      await sql.query(put, [key, JSON.stringify(value)]);
    },
    delete: async (key) => {
      await sql.query(remove, [key]);
    },
    list: (prefix) => sql.query<{ key: string; value: unknown }>(list, [prefix]),
  };
}
