import { type FindStores, type FoundStores, MOST_FOUND_STORES } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { containing } from "../../kernel/text.ts";

/**
 * The stores of a retailer with a text in their name or city, ordered by name. Returns at most `MOST_FOUND_STORES`.
 * @throws RetailerNotFound
 */
export async function findStores(ctx: Context, input: FindStores): Promise<FoundStores> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const contains = containing(input.q ?? "");
  const [data, total] = await Promise.all([
    ctx.db.prisma.store.findMany({
      where: { retailerId, ...(input.q && { OR: [{ name: contains }, { city: contains }] }) },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: MOST_FOUND_STORES,
      select: { id: true, name: true, city: true, timezone: true },
    }),
    ctx.db.prisma.store.count({ where: { retailerId } }),
  ]);
  return { data, total };
}
