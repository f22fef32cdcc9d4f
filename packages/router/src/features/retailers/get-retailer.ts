import { storeFields, storeRowOf } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { LOWEST_ID } from "../../kernel/paging.ts";
import { presentStore } from "../stores/index.ts";
import { presentWithStores } from "./internal/present-retailer.ts";
import { summariseStores } from "./internal/summarise-stores.ts";
import { type RetailerId, type RetailerWithStores, STORES_SHOWN } from "./retailers.schema.ts";

/**
 * One retailer with its oldest stores and the path of the list of all stores.
 * @throws RetailerNotFound
 */
export async function getRetailer(ctx: Context, input: RetailerId): Promise<RetailerWithStores> {
  const row = await findRetailer(ctx, input.retailerId);
  const { retailerId } = row;
  const [stores, summaries] = await Promise.all([
    ctx.db.prisma.store.findMany({
      where: { retailerId, id: { gt: LOWEST_ID } },
      orderBy: { id: "asc" },
      take: STORES_SHOWN,
      select: storeFields,
    }),
    summariseStores(ctx.db, [retailerId]),
  ]);
  const summary = summaries(retailerId);
  const shown = stores.map((store) => presentStore(storeRowOf(store)));
  return presentWithStores(row, summary, shown, summary.storesTotal);
}
