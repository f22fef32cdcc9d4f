import { findItem } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { GetItem, ItemStates } from "./shelf.schema.ts";

/** The log has no index of items. */
const MAX_SCANNED = 20_000n;
const MAX_STATES = 200;

/** The last states of an item that its store has announced, oldest first. A hidden item is out of stock. */
export async function listItemStates(ctx: Context, input: GetItem): Promise<ItemStates> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const { itemKey } = await findItem(ctx.db, { retailerId, storeId }, input.barcode);
  const { nextSequence } = await ctx.db.prisma.store.findUniqueOrThrow({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { nextSequence: true },
  });
  const events = await ctx.db.prisma.storeEvent.findMany({
    where: {
      retailerId,
      storeId,
      subject: itemKey,
      action: "inventory.update",
      sequence: { gte: nextSequence - MAX_SCANNED },
    },
    orderBy: { sequence: "desc" },
    take: MAX_STATES,
    select: { data: true, createdAt: true },
  });
  return events.toReversed().map(({ data, createdAt }) => ({ ...JSON.parse(data), at: createdAt.toISOString() }));
}
