import { Prisma } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { changeSource } from "./change-source.ts";
import { readSource, sourceWrite } from "./source.ts";

/**
 * The upload key becomes invalid, the address is no longer fetched, and its authorization is deleted. Provider, latest ingest and items
 * stay. A source that was never connected stays as it is.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function disconnectSource(ctx: Context, input: StoreIds): Promise<void> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const store = { retailerId, storeId };
  const now = ctx.now();
  await ctx.db.transaction(store, async (tx) => {
    await lockStore(tx, store);
    const before = await readSource(tx, store);
    checkVersion(ctx, before.version);
    if (before.providerId === null) return;
    const { count } = await tx.prisma.uploadKey.deleteMany({ where: store });
    if (before.isEnded && count === 0) return;
    await tx.prisma.inventorySource.updateMany({
      where: store,
      data: {
        authorization: null,
        nextPullAt: null,
        version: { increment: 1 },
        validators: Prisma.DbNull,
      },
    });
    await changeSource(
      tx,
      store,
      { status: "disconnected", warnings: { FeedRefused: null, FeedNotFetched: null } },
      now,
    );
    await recordHistory(ctx, tx, [sourceWrite(store, "source.disconnect", before, await readSource(tx, store))]);
  });
}
