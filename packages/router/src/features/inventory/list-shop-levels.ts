import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { lowestIdOf } from "../../kernel/ids.ts";
import { shopLevelsSql } from "./ingests.sql.ts";
import type { ShopLevels } from "./inventory.schema.ts";

const HOUR = 3_600_000;
/** The times of the levels in hours before now: two weeks by day, then the last day by two hours. */
const HOURS = [
  ...Array.from({ length: 13 }, (_, day) => 24 * (14 - day)),
  ...Array.from({ length: 13 }, (_, step) => 24 - 2 * step),
];
/** Maximum number of stores that a chart sums. */
const MOST_STORES = 100;

interface LevelRow {
  storeId: string;
  /** Number of the time, from 0. */
  at: number;
  inStock: number;
}

/**
 * The number of products in stock of a retailer in the last two weeks, oldest first. Sums the levels of its first 100 stores. A store
 * counts from its first known level.
 */
export async function listShopLevels(ctx: Context, input: { retailerId: string }): Promise<ShopLevels> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const now = ctx.now().getTime();
  const times = HOURS.map((hours) => new Date(now - hours * HOUR));
  const { prisma } = ctx.db;
  const [stores, storeCount] = await Promise.all([
    prisma.store.findMany({
      where: { retailerId },
      orderBy: { id: "asc" },
      take: MOST_STORES,
      select: { id: true, inStockCount: true },
    }),
    prisma.store.count({ where: { retailerId } }),
  ]);
  const rows = await ctx.db.query<LevelRow>(shopLevelsSql, [
    ...[retailerId, stores.map(({ id }) => id), times.slice(0, -1).map(lowestIdOf)],
  ]);
  const sums = new Map<number, number>();
  for (const { at, inStock } of rows) sums.set(at, (sums.get(at) ?? 0) + inStock);
  const inStockNow = stores.reduce((sum, { inStockCount }) => sum + inStockCount, 0);
  return {
    stores: { summed: stores.length, total: storeCount },
    levels: times.flatMap((time, at) => {
      const inStock = at === times.length - 1 ? inStockNow : sums.get(at);
      return inStock === undefined ? [] : { at: time.toISOString(), inStock };
    }),
  };
}
