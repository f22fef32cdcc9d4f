import type { StoreIds } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { StockLevels } from "./inventory.schema.ts";

/** Number of ingests to read. */
const LAST = 200;

/** The number of products in stock of a store after each of its last ingests, oldest first. */
export async function listStockLevels(ctx: Context, input: StoreIds): Promise<StockLevels> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const rows = await ctx.db.prisma.ingest.findMany({
    where: { retailerId, storeId },
    orderBy: { id: "desc" },
    take: LAST,
    select: { createdAt: true, inStockItems: true },
  });
  return rows
    .toReversed()
    .flatMap(({ createdAt, inStockItems }) =>
      inStockItems === null ? [] : [{ at: createdAt.toISOString(), inStock: inStockItems }],
    );
}
