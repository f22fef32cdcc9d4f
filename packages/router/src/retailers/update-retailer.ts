import type { Context } from "../context.ts";
import { isMissingRow, isUniqueViolation } from "../prisma-error.ts";
import { retailerExternalIdTaken } from "./create-retailer.ts";
import { findRetailer, retailerNotFound } from "./find-retailer.ts";
import { getRetailer } from "./get-retailer.ts";
import type { RetailerWithStores, UpdateRetailer } from "./retailers.schema.ts";

/**
 * Changes a retailer by JSON Merge Patch (contract §2).
 * @throws RetailerNotFound, ExternalIdTaken
 */
export async function updateRetailer(ctx: Context, input: UpdateRetailer): Promise<RetailerWithStores> {
  const { retailerId: id } = await findRetailer(ctx, input.retailerId);
  const { inventoryStatus: _inventory, channelStatus: _channel, ...data } = input.body;
  if (Object.keys(data).length) {
    try {
      await ctx.db.prisma.retailer.update({
        where: { id },
        data: { ...data, version: { increment: 1 }, updatedAt: ctx.now() },
        select: { id: true },
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw retailerExternalIdTaken();
      if (isMissingRow(error)) throw retailerNotFound();
      throw error;
    }
  }
  return getRetailer(ctx, { retailerId: id });
}
