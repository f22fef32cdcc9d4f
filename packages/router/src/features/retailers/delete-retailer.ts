import { longTimeouts, type Tx } from "@highstreet/db";
import { endFollowing } from "@highstreet/delivery";
import { findRetailer } from "../../access/find-retailer.ts";
import { removeBucketPictures } from "../../core/pictures/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, retailerNotFound } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { lockRetailer } from "../../kernel/kernel.sql.ts";
import type { RetailerId } from "./retailers.schema.ts";

/** Removes the rows of a retailer that belong to none of its stores, its own row last. */
async function removeRows({ prisma }: Pick<Tx, "prisma">, retailerId: string): Promise<void> {
  const where = { retailerId };
  await prisma.ingestRejection.deleteMany({ where });
  await prisma.uploadKey.deleteMany({ where });
  await prisma.stockFile.deleteMany({ where });
  await prisma.feedUndo.deleteMany({ where });
  await prisma.ingest.deleteMany({ where });
  await prisma.customization.deleteMany({ where });
  await prisma.picture.deleteMany({ where });
  await prisma.rule.deleteMany({ where });
  await prisma.brokenPicture.deleteMany({ where });
  await prisma.product.deleteMany({ where });
  await prisma.listingDescription.deleteMany({ where });
  await prisma.historyEntry.deleteMany({ where });
  await prisma.operationBatch.deleteMany({ where });
  await prisma.operation.deleteMany({ where });
  await prisma.staffMember.deleteMany({ where });
  // A foreign key does this too, where one machine has all rows.
  await prisma.staffInvitation.deleteMany({ where });
  await prisma.deliveryFollowing.deleteMany({ where });
  await prisma.retailer.deleteMany({ where: { id: retailerId } });
}

/** Removes the retailer's own endpoints. After the return no call to them starts. */
async function removeEndpoints(tx: Tx, retailerId: string, now: Date): Promise<void> {
  const endpoints = await tx.prisma.webhookEndpoint.findMany({ where: { retailerId }, select: { id: true } });
  await tx.prisma.webhookEndpoint.deleteMany({ where: { retailerId } });
  for (const { id } of endpoints) await endFollowing(tx, id, now);
}

/**
 * Removes a retailer with its product data, retailer-wide edits and staff roles.
 * @throws RetailerNotFound, PreconditionFailed; RetailerNotEmpty while the retailer has a store
 */
export async function deleteRetailer(ctx: Context, input: RetailerId): Promise<void> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  await ctx.db.transaction(
    { retailerId },
    async (tx) => {
      // A concurrent transaction that adds a store holds this row. A later one does not find the retailer.
      const [found] = await tx.query<{ version: number }>(lockRetailer("FOR UPDATE"), [retailerId]);
      if (!found) throw retailerNotFound();
      await ctx.checkCaller?.(tx);
      checkVersion(ctx, found.version);
      if (await tx.prisma.store.count({ where: { retailerId } })) {
        throw new DomainError(
          "RetailerNotEmpty",
          "The retailer still has stores. DELETE the stores first, then the retailer.",
        );
      }
      while ((await removeBucketPictures(ctx, tx, retailerId)).count);
      await removeEndpoints(tx, retailerId, ctx.now());
      await removeRows(tx, retailerId);
    },
    { statementMs: longTimeouts.statementMs },
  );
}
