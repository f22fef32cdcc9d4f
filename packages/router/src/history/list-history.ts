import type { Prisma } from "@highstreet/db";
import type { Context } from "../context.ts";
import { idOf } from "../id-position.ts";
import { itemKeyOf } from "../inventory/index.ts";
import { keyNames } from "../keys/index.ts";
import { type PageResult, readPage } from "../paging.ts";
import { findRetailer } from "../retailers/index.ts";
import { storable } from "../storable.ts";
import type { HistoryEntry, ListHistory } from "./history.schema.ts";
import { presentEntry } from "./present-entry.ts";

const isKey = (actor: unknown): boolean => (actor as HistoryEntry["actor"]).kind === "key";

/** Who changed what of a retailer, the newest first. */
export async function listHistory(ctx: Context, input: ListHistory): Promise<PageResult<HistoryEntry>> {
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const where = {
    retailerId,
    ...(input.barcode !== undefined && { itemKey: itemKeyOf(storable(input.barcode.trim())) }),
    ...(input.storeId !== undefined && { storeId: input.storeId }),
    ...(input.actor !== undefined && { actorId: storable(input.actor) }),
    ...(input.action !== undefined && { action: input.action }),
    ...(input.since !== undefined && { at: { gte: new Date(input.since) } }),
  } satisfies Prisma.HistoryEntryWhereInput;
  const { data, ...neighbours } = await readPage<Prisma.HistoryEntryGetPayload<object>>(
    input.page,
    (row) => row.id,
    (position, limit) => {
      const id = idOf(position);
      return ctx.db.prisma.historyEntry.findMany({
        where: { ...where, ...(id && { id: position?.back ? { gt: id } : { lt: id } }) },
        orderBy: { id: position?.back ? "asc" : "desc" },
        take: limit,
      });
    },
  );
  const keyIds = data.flatMap(({ actor, actorId }) => (isKey(actor) && actorId !== null ? [actorId] : []));
  const names = await keyNames(ctx.db, partnerId, keyIds);
  return { data: data.map((row) => presentEntry(row, names)), ...neighbours };
}
