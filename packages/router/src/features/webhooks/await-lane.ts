import { setTimeout } from "node:timers/promises";
import type { Sql } from "@highstreet/db";

/** No worker starts a call later than this after its epoch was raised (apps/worker, worker-lease.ts). */
export const LEASE_MS = 1_500;
const LOOK_EACH_MS = 25;

const ownerOf = `SELECT owner FROM delivery_work WHERE retailer_id = $1 AND store_id = $2`;

/**
 * Waits until the worker that was sending a store's events has let it go, after its epoch was raised: then no call of
 * the old epoch starts any more. A worker that does not answer has lost its lease by `LEASE_MS`.
 * @param owner the worker that had the store when the epoch was raised
 */
export async function awaitLane(
  sql: Sql,
  store: { retailerId: string; storeId: string },
  owner: string | null,
): Promise<void> {
  if (owner === null) return;
  const until = performance.now() + LEASE_MS;
  while (performance.now() < until) {
    const [work] = await sql.query<{ owner: string | null }>(ownerOf, [store.retailerId, store.storeId]);
    if (work?.owner !== owner) return;
    await setTimeout(LOOK_EACH_MS);
  }
}
