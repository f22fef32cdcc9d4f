import { findRetailer, ofOwnStores } from "../../access/find-retailer.ts";
import { findStore, type StoreRow, storeFields, storeRowOf } from "../../core/stores/index.ts";
import {
  type FindStores,
  type FoundStores,
  type ListStores,
  MAX_FOUND_STORES,
  type Store,
  type StoreIds,
  type StorePage,
} from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { cursorToId, LOWEST_ID, readPage } from "../../kernel/paging.ts";
import { containing } from "../../kernel/text.ts";
import { presentStore } from "./internal/store-record.ts";

export async function getStore(ctx: Context, input: StoreIds): Promise<Store> {
  return presentStore(await findStore(ctx, input));
}

/**
 * The stores of a retailer with a text in their name or city, ordered by name; with `ids`, only these. Returns at most `MAX_FOUND_STORES`.
 * @throws RetailerNotFound
 */
export async function findStores(ctx: Context, input: FindStores): Promise<FoundStores> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const where = { retailerId, AND: ofOwnStores(ctx.actor, retailerId, "id") };
  const contains = containing(input.q ?? "");
  const [data, total] = await Promise.all([
    ctx.db.prisma.store.findMany({
      where: {
        ...where,
        ...(input.q && { OR: [{ name: contains }, { city: contains }] }),
        ...(input.ids && { id: { in: input.ids } }),
      },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: MAX_FOUND_STORES,
      select: { id: true, name: true, city: true, timezone: true },
    }),
    ctx.db.prisma.store.count({ where }),
  ]);
  return { data, total };
}

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
        where: {
          retailerId,
          id: back ? { lt: from } : { gt: from },
          ...(externalId !== undefined && { externalId }),
          AND: ofOwnStores(ctx.actor, retailerId, "id"),
        },
        orderBy: { id: back ? "desc" : "asc" },
        take: limit,
        select: storeFields,
      });
      return rows.map(storeRowOf);
    },
  );
  return { data: data.map(presentStore), ...neighbours };
}
