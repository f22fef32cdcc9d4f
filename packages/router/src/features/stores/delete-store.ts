import { longTimeouts, type Tx, within } from "@highstreet/db";
import { channelKinds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore, lockEdits, removeOfIngests } from "../../core/stores/index.ts";
import type { StoreIds } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { storeWrite } from "./internal/store-record.ts";

/** Removes the rows of a store from all tables, its own row last. The retailer's history keeps its entries. */
async function removeRows({ prisma }: Pick<Tx, "prisma">, where: StoreIds): Promise<void> {
  await prisma.budgetChange.deleteMany({ where });
  await prisma.uploadKey.deleteMany({ where });
  await prisma.inventorySource.deleteMany({ where });
  await prisma.stockFileLine.deleteMany({ where });
  await prisma.ingest.deleteMany({ where });
  await prisma.customization.deleteMany({ where });
  await prisma.storeProduct.deleteMany({ where });
  await prisma.stockItem.deleteMany({ where });
  await prisma.ruleEffect.deleteMany({ where });
  await prisma.rule.deleteMany({ where });
  // First, because a worker that records calls holds its position, and records nothing without it.
  await prisma.deliveryPosition.deleteMany({ where });
  await prisma.endpointRetry.deleteMany({ where });
  await prisma.endpointAttempt.deleteMany({ where });
  await prisma.deliveryRetry.deleteMany({ where });
  await prisma.deliveryAttempt.deleteMany({ where });
  await prisma.deliveryCursor.deleteMany({ where });
  await prisma.deliveryEndpoint.deleteMany({ where });
  await prisma.deliveryWork.deleteMany({ where });
  await prisma.storeEvent.deleteMany({ where });
  await prisma.store.deleteMany({ where: { retailerId: where.retailerId, id: where.storeId } });
}

/**
 * Removes a store with all of its data: stock, source, ingests, edits of this store, events and deliveries.
 * @throws RetailerNotFound, StoreNotFound, PreconditionFailed; ChannelInUse while the store has a channel
 */
export async function deleteStore(ctx: Context, input: StoreIds): Promise<void> {
  const { retailerId, storeId } = await findStore(ctx, input);
  await ctx.db.transaction(
    { retailerId, storeId },
    async (tx) => {
      // All transactions lock edits before stores.
      await tx.query(lockEdits, [retailerId, storeId]);
      // All writers hold the store's lock, so this transaction removes all rows.
      await lockStore(tx, { retailerId, storeId });
      const store = await findStore({ ...ctx, db: within(ctx.db, tx) }, input);
      checkVersion(ctx, store.version);
      if (await tx.prisma.channel.count({ where: { retailerId, storeId } })) {
        throw new DomainError(
          "ChannelInUse",
          "The store still has channels. DELETE the channels first, then the store.",
        );
      }
      for (const table of ["ingest_rejection", "held_feed", "feed_undo"] as const) {
        await tx.query(removeOfIngests(table), [retailerId, storeId]);
      }
      for (const kind of channelKinds()) await kind.onStoreDeleted?.(tx, store, ctx.now());
      await removeRows(tx, { retailerId, storeId });
      await recordHistory(ctx, tx, [storeWrite(store, null)]);
    },
    { statementMs: longTimeouts.statementMs },
  );
}
