import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { planEdit as planItems } from "../customizations/index.ts";
import { selectItems, selectionOf, storeOf } from "./internal/selection.ts";
import type { EditPlan, PlanEdit } from "./operations.schema.ts";

/** Counts what a bulk edit would change, without a lock. @throws StoreNotFound, ChannelNotEnabledForStore */
export async function planEdit(ctx: Context, input: PlanEdit): Promise<EditPlan> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { filter, edit } = input.body;
  const storeId = await storeOf(ctx, retailerId, filter);
  const { itemKeys, planned, replaced } = await ctx.db.sqlTransaction("no shop", async (tx) => {
    const itemKeys = await selectItems(tx, retailerId, filter);
    return { itemKeys, ...(await planItems(tx, { retailerId, storeId, itemKeys }, edit)) };
  });
  const events = planned.reduce((sum, row) => sum + row.events, 0);
  if (ctx.reportEffects) {
    const stores = planned.map((row) => row.storeId);
    const rows = await ctx.db.prisma.channel.findMany({ where: { retailerId, storeId: { in: stores } } });
    const withEvents = new Set(planned.filter((row) => row.events > 0).map((row) => row.storeId));
    const channels = rows.filter((row) => row.channel !== "webhooks" || withEvents.has(row.storeId));
    ctx.reportEffects({ stores, channels: channels.map(({ storeId, channel }) => ({ storeId, channel })), events });
  }
  const counts = { products: itemKeys.length, stores: planned.length, events };
  return { ...counts, ownSettings: { replaced }, selection: selectionOf(filter, itemKeys) };
}
