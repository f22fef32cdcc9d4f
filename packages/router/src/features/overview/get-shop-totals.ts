import { channelIds } from "../../core/channels/channel.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { ListTasks, ShopTotals } from "./overview.schema.ts";

/**
 * How many products of a shop are in stock, and in how many stores each channel works. Reads a row per store and channel, and no product.
 * @throws RetailerNotFound
 */
export async function getShopTotals(ctx: Context, input: ListTasks): Promise<ShopTotals> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { prisma } = ctx.db;
  const where = { retailerId };
  const [stores, channels] = await Promise.all([
    prisma.store.aggregate({ where, _count: true, _sum: { inStockCount: true } }),
    prisma.channel.groupBy({ where: { ...where, status: "connected" }, by: ["channel"], _count: true }),
  ]);
  return {
    stores: stores._count,
    inStock: stores._sum.inStockCount ?? 0,
    channels: channelIds.map((id) => ({
      id,
      connected: channels.find(({ channel }) => channel === id)?._count ?? 0,
    })),
  };
}
