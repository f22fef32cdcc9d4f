import type { Sql } from "@highstreet/db";

/**
 * For a transaction that announces a few named items: its statements are planned once a connection, not each time.
 * Announcing looks rows up by their keys, whatever these are, but PostgreSQL would plan it anew by its estimate of the
 * arrays, which takes ten times as long as doing it, under the stores' locks. To be called before they are taken.
 */
export async function planOnce(tx: Sql): Promise<void> {
  await tx.query("SET LOCAL plan_cache_mode = force_generic_plan");
}
