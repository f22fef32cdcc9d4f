import { findRetailer, storesOf } from "../../access/find-retailer.ts";
import type { Context } from "../../kernel/context.ts";
import { findTasks } from "./find-tasks.ts";
import type { ListTasks, Tasks } from "./overview.schema.ts";

export const MAX_TASKS = 50;

/** Lists the first tasks for a person in the stores of a retailer (`findTasks`). @throws RetailerNotFound */
export async function listTasks(ctx: Context, input: ListTasks): Promise<Tasks> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const own = storesOf(ctx.actor, retailerId);
  const all = await findTasks(ctx.db, { retailerIds: [retailerId], ...(own && { storeIds: [...own] }) });
  // The endpoints of the shop are no matter of people of chosen stores.
  const found = own ? all.filter(({ endpointId }) => endpointId === null) : all;
  const first = found.slice(0, MAX_TASKS);
  const stores = await ctx.db.prisma.store.findMany({
    where: { retailerId, id: { in: first.map(({ storeId }) => storeId) } },
    select: { id: true, name: true },
  });
  const names = new Map(stores.map(({ id, name }) => [id, name]));
  const data = first.flatMap(({ retailerId: _, storeId, ...facts }) => {
    const name = names.get(storeId);
    return name === undefined ? [] : [{ ...facts, store: { id: storeId, name } }];
  });
  return { data, total: found.length };
}
