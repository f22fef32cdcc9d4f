import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { EndpointHealth, OfEndpoint } from "./endpoint.schema.ts";

/**
 * The results of the last deliveries of a store. The warning of the channel comes only after ten failed calls; this answer changes with
 * each call. @throws RetailerNotFound, StoreNotFound
 */
export async function getEndpointHealth(ctx: Context, input: OfEndpoint): Promise<EndpointHealth> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const cursor = await ctx.db.prisma.deliveryCursor.findUnique({
    where: { retailerId_storeId: { retailerId, storeId } },
    select: { failures: true, failingSince: true },
  });
  return { failures: cursor?.failures ?? 0, failingSince: cursor?.failingSince?.toISOString() ?? null };
}
