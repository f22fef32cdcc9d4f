import type { Tx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PATIENCE, Parts } from "../../kernel/serve-retailers.ts";
import { changeSource } from "./internal/change-source.ts";
import { silentSourcesSql } from "./sources.sql.ts";

const SILENT_MS = 48 * 3_600_000;
/** Maximum number of sources of one run. */
const BATCH = 1_000;

/** A connected source that has sent nothing since `before`. Without `lastContactAt`, its last change counts. */
const silentSince = (before: Date) => ({
  status: "connected" as const,
  OR: [{ lastContactAt: { lte: before } }, { lastContactAt: null, updatedAt: { lte: before } }],
});

/** Disconnects the source of one store if it is still silent. @returns whether it was disconnected */
async function disconnect(ctx: Context, { retailerId, storeId }: StoreIds, before: Date): Promise<boolean> {
  const disconnectSilent = async (tx: Tx): Promise<boolean> => {
    await lockStores(tx, retailerId, [storeId]);
    const where = { retailerId, storeId, ...silentSince(before) };
    if (!(await tx.prisma.inventorySource.count({ where }))) return false;
    const silence = "No stock has arrived for 48 hours. The next file or call connects the till again.";
    await changeSource(tx, { retailerId, storeId }, { status: "disconnected", silence }, ctx.now());
    return true;
  };
  return ctx.db.transaction({ retailerId, storeId }, disconnectSilent, PATIENCE);
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
  const parts = new Parts();
  const silent = await ctx.db.query<StoreIds>(silentSourcesSql, [before, BATCH]);
  for (const store of silent) {
    if (await parts.run(() => disconnect(ctx, store, before))) disconnected++;
  }
  parts.end("sources could not be disconnected");
  return disconnected;
}
