import type { Tx } from "@highstreet/db";
import { shopTime } from "../../access/find-retailer.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT } from "../../kernel/jobs.ts";
import { changeSource } from "./change-source.ts";
import { silentSourcesSql } from "./sources.sql.ts";

const SILENT_MS = 48 * 3_600_000;
const BATCH = 1_000;

const storeIds = { retailerId: true, storeId: true } as const;

/** Without `lastContactAt`, its last change counts. */
const silentSince = (before: Date) => ({
  status: "connected" as const,
  OR: [{ lastContactAt: { lte: before } }, { lastContactAt: null, updatedAt: { lte: before } }],
});

async function disconnect(ctx: Context, { retailerId, storeId }: StoreIds, before: Date): Promise<boolean> {
  const disconnectSilent = async (tx: Tx): Promise<boolean> => {
    await lockStores(tx, retailerId, [storeId]);
    const where = { retailerId, storeId, ...silentSince(before) };
    if (!(await tx.prisma.inventorySource.count({ where }))) return false;
    const silence = "No stock has arrived for 48 hours. The next file or call connects the till again.";
    await changeSource(tx, { retailerId, storeId }, { status: "disconnected", silence }, ctx.now());
    return true;
  };
  return ctx.db.transaction({ retailerId, storeId }, disconnectSilent, SHORT_LOCK_WAIT);
}

/**
 * Disconnects each source that has sent nothing for 48 hours. Its upload key and its address stay valid, and the next good feed
 * connects it again. The worker runs it each minute.
 * @param only one retailer, by its clock
 * @returns the number of sources disconnected
 * @throws AggregateError with all errors, after the last source
 */
export async function disconnectSilentSources(ctx: Context, only?: { retailerId: string }): Promise<number> {
  const now = only ? await shopTime(ctx.db, only.retailerId, ctx.now()) : ctx.now();
  const before = new Date(now.getTime() - SILENT_MS);
  let disconnected = 0;
  const parts = new PartialRun();
  const silent = await (only
    ? ctx.db.prisma.inventorySource.findMany({ where: { ...only, ...silentSince(before) }, select: storeIds })
    : ctx.db.query<StoreIds>(silentSourcesSql, [before, BATCH]));
  for (const store of silent) {
    if (await parts.run(() => disconnect(ctx, store, before))) disconnected++;
  }
  parts.end("sources could not be disconnected");
  return disconnected;
}
