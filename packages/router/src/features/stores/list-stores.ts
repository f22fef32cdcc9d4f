import { type StoreRow, storeFields, storeRowOf } from "../../core/stores/index.ts";
import type { ListStores, StorePage } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { cursorToId, LOWEST_ID, readPage } from "../../kernel/paging.ts";
import { presentStore } from "./internal/present-store.ts";

/**
 * A page of a retailer's stores, the oldest first. `externalId` selects one store.
 * @throws RetailerNotFound; MalformedRequest for a cursor that this API did not return
 */
export async function listStores(ctx: Context, input: ListStores): Promise<StorePage> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { externalId } = input;
  const { data, ...neighbours } = await readPage<StoreRow>(
    input.page,
    (store) => store.storeId,
    async (position, limit) => {
      const from = cursorToId(position) ?? LOWEST_ID;
      const back = position?.back ?? false;
      const rows = await ctx.db.prisma.store.findMany({
        where: { retailerId, id: back ? { lt: from } : { gt: from }, ...(externalId !== undefined && { externalId }) },
        orderBy: { id: back ? "desc" : "asc" },
        take: limit,
        select: storeFields,
      });
      return rows.map(storeRowOf);
    },
  );
  return { data: data.map(presentStore), ...neighbours };
}
