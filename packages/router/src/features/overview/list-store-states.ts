import { findRetailer, ofOwnStores } from "../../access/find-retailer.ts";
import type { ChannelId } from "../../core/channels/channel.schema.ts";
import type { Pause } from "../../core/stores/shelf.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { containing } from "../../kernel/text.ts";
import { countProblems } from "../listings/index.ts";
import { readDailyLevels } from "../shelf/index.ts";
import type { ListStoreStates, StoreStates } from "./overview.schema.ts";

/**
 * The stores of a retailer by name, with their last stock, channels and problems. `q` is a part of the name or the city.
 * @throws RetailerNotFound
 */
export async function listStoreStates(ctx: Context, input: ListStoreStates): Promise<StoreStates> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { q, pageNumber = 1, pageSize = 50 } = input;
  const contains = containing(q ?? "");
  const AND = ofOwnStores(ctx.actor, retailerId, "id");
  const where = { retailerId, AND, ...(q && { OR: [{ name: contains }, { city: contains }] }) };
  const { prisma } = ctx.db;
  const [stores, total] = await Promise.all([
    prisma.store.findMany({
      where,
      orderBy: [{ name: "asc" }, { id: "asc" }],
      skip: (pageNumber - 1) * pageSize,
      take: pageSize,
      select: { id: true, name: true, city: true, inStockCount: true, pause: true },
    }),
    prisma.store.count({ where }),
  ]);
  const storeIds = stores.map(({ id }) => id);
  const these = { where: { retailerId, storeId: { in: storeIds } } };
  const [sources, channels, counts, levels] = await Promise.all([
    prisma.inventorySource.findMany({ ...these, select: { storeId: true, lastContactAt: true } }),
    prisma.channel.findMany({
      ...these,
      orderBy: { channel: "asc" },
      select: { storeId: true, channel: true, status: true, warnings: true },
    }),
    countProblems(ctx.db, retailerId, storeIds),
    readDailyLevels(ctx, retailerId, storeIds),
  ]);
  const contacts = new Map(sources.map(({ storeId, lastContactAt }) => [storeId, lastContactAt]));
  const listed = new Map(counts.map((row) => [row.storeId, row]));
  const data = stores.map(({ id, name, city, inStockCount, pause }) => ({
    id,
    name,
    city,
    inStock: inStockCount,
    levels: [...(levels.get(id) ?? []), inStockCount],
    lastStockAt: contacts.get(id)?.toISOString() ?? null,
    channels: channels
      .filter(({ storeId }) => storeId === id)
      .map(({ channel, status, warnings }) => ({
        id: channel as ChannelId,
        status,
        warnings: (warnings as unknown[]).length,
      })),
    rejected: listed.get(id)?.problems ?? 0,
    pausedUntil: (pause as Pause | null)?.until ?? null,
  }));
  return { data, total };
}
