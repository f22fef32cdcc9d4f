import type { StoreIds } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { lowestIdOf } from "../../kernel/ids.ts";
import { levelsSql } from "./items.sql.ts";
import type { StockLevels } from "./shelf.schema.ts";

const LAST = 200;

/** After each of the last ingests, oldest first. */
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

const DAY = 86_400_000;
const DAYS = 14;

/** Products in stock of each store in the last two weeks, a number for each day, oldest first. A day before the first stock has null. */
export async function readDailyLevels(
  ctx: Context,
  retailerId: string,
  storeIds: string[],
): Promise<Map<string, (number | null)[]>> {
  const now = ctx.now().getTime();
  const ids = Array.from({ length: DAYS - 1 }, (_, day) => lowestIdOf(new Date(now - (DAYS - 1 - day) * DAY)));
  const rows = await ctx.db.query<{ storeId: string; at: number; inStock: number | null }>(levelsSql, [
    retailerId,
    storeIds,
    ids,
  ]);
  const levels = new Map(storeIds.map((id) => [id, Array.from({ length: ids.length }, (): number | null => null)]));
  for (const { storeId, at, inStock } of rows) levels.get(storeId)?.splice(at, 1, inStock);
  return levels;
}
