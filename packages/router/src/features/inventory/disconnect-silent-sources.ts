import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { changeSource } from "./change-source.ts";

const SILENT_MS = 48 * 3_600_000;

// A source that was connected before it was noted when it was heard counts by its last change.
const isSilent = "status = 'connected' AND (heard_at <= $1 OR (heard_at IS NULL AND updated_at <= $1))";

const silent = `SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM inventory_source
  WHERE ${isSilent} ORDER BY retailer_id, store_id LIMIT 1000`;

const still = `SELECT FROM inventory_source WHERE ${isSilent} AND retailer_id = $2 AND store_id = $3`;

/** Disconnects one store's source, if nothing was heard of it since. @returns whether it did */
async function disconnect(
  ctx: Context,
  store: { retailerId: string; storeId: string },
  before: Date,
): Promise<boolean> {
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    if (!(await tx.query(still, [before, store.retailerId, store.storeId])).length) return false;
    await changeSource(tx, store, { status: "disconnected" }, ctx.now());
    return true;
  });
}

/**
 * Disconnects every source of which nothing was heard for 48 hours (contract §3, Source status): its key and its address
 * stay in force, and the next good feed connects it again. The worker runs it each minute.
 * @returns the number of sources disconnected
 * @throws AggregateError after the last one, of all that went wrong
 */
export async function disconnectSilentSources(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - SILENT_MS);
  let disconnected = 0;
  const errors: unknown[] = [];
  for (const store of await ctx.db.query<{ retailerId: string; storeId: string }>(silent, [before])) {
    try {
      if (await disconnect(ctx, store, before)) disconnected++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} sources could not be disconnected`);
  return disconnected;
}
