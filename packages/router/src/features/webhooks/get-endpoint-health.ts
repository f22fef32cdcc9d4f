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
  const channel = await ctx.db.prisma.channel.findUnique({
    where: { retailerId_storeId_channel: { retailerId, storeId, channel: "webhooks" } },
    select: { status: true },
  });
  const { failures = 0, failingSince = null } = cursor ?? {};
  const isFailing = channel?.status === "connected" && failures > 0 && failingSince !== null;
  return { isFailing, failures, failingSince: failingSince?.toISOString() ?? null };
}
