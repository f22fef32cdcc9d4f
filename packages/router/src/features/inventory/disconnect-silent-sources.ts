import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { changeSource } from "./internal/change-source.ts";
import { silentSourcesSql } from "./sources.sql.ts";

const SILENT_MS = 48 * 3_600_000;

/** Disconnects the source of one store if it is still silent. @returns whether it was disconnected */
async function disconnect(ctx: Context, { retailerId, storeId }: StoreIds, before: Date): Promise<boolean> {
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    const silentSince = [{ heardAt: { lte: before } }, { heardAt: null, updatedAt: { lte: before } }];
    const where = { retailerId, storeId, status: "connected", OR: silentSince };
    if (!(await tx.prisma.inventorySource.count({ where }))) return false;
    await changeSource(tx, { retailerId, storeId }, { status: "disconnected" }, ctx.now());
    return true;
  });
}

/**
 * Disconnects each source that has sent nothing for 48 hours. Its upload key and its address stay valid, and the next good feed
 * connects it again. The worker runs it each minute.
 * @returns the number of sources disconnected
 * @throws AggregateError with all errors, after the last source
 */
export async function disconnectSilentSources(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - SILENT_MS);
  let disconnected = 0;
  const errors: unknown[] = [];
  for (const store of await ctx.db.query<StoreIds>(silentSourcesSql, [before])) {
    try {
      if (await disconnect(ctx, store, before)) disconnected++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} sources could not be disconnected`);
  return disconnected;
}
