import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, storeNotFound } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { type DeliveryPlace, getDeliveryOf, listDeliveriesOf, summarize } from "../webhooks/index.ts";
import type { DeliverySummary, SummarizeDeliveries } from "../webhooks/webhooks.schema.ts";
import type { EndpointDeliveryDetail, EndpointDeliveryPage, ListEndpointDeliveries } from "./endpoints.schema.ts";
import { findEndpoint, findOwner, type OfEndpoint, type Owner } from "./internal/endpoint-record.ts";

export type OfDelivery = OfEndpoint & { storeId: string; sequence: string };

async function findOwnStore(ctx: Context, { partnerId, retailerId, isTest }: Owner, id: string) {
  if (retailerId !== null) return findStore(ctx, { retailerId, storeId: id });
  const retailer = { partnerId, ...(isTest !== undefined && { isTest }) };
  const select = { id: true, retailerId: true };
  const row = isId(id) ? await ctx.db.prisma.store.findFirst({ where: { id, retailer }, select }) : null;
  if (!row) throw storeNotFound();
  return { retailerId: row.retailerId, storeId: row.id };
}

/** An endpoint in a store of its owner. @throws RetailerNotFound, EndpointNotFound, StoreNotFound; MalformedRequest without a store */
export async function findPlace(
  ctx: Context,
  input: OfEndpoint & { storeId?: string | undefined },
): Promise<Required<DeliveryPlace>> {
  const owner = await findOwner(ctx, input);
  const { id: endpointId } = await findEndpoint(ctx.db, owner, input.endpointId);
  if (input.storeId === undefined) {
    const errors = [{ pointer: "?storeId", code: "Required", message: "is required" }];
    throw new DomainError("MalformedRequest", "Name a store in ?storeId: each store has its own sequences.", {
      errors,
    });
  }
  const { retailerId, storeId } = await findOwnStore(ctx, owner, input.storeId);
  return { retailerId, storeId, endpointId };
}

/** Of one store, the newest event first. @throws as `findPlace`; MalformedRequest for an invalid cursor */
export async function listEndpointDeliveries(
  ctx: Context,
  input: OfEndpoint & ListEndpointDeliveries,
): Promise<EndpointDeliveryPage> {
  const place = await findPlace(ctx, input);
  const { retailerId, storeId } = place;
  const { data, ...neighbours } = await listDeliveriesOf(ctx, place, input);
  return { data: data.map((delivery) => ({ ...delivery, retailerId, storeId })), ...neighbours };
}

/** @throws as `findPlace`, DeliveryNotFound, EventsExpired */
export async function getEndpointDelivery(ctx: Context, input: OfDelivery): Promise<EndpointDeliveryDetail> {
  const place = await findPlace(ctx, input);
  const { retailerId, storeId } = place;
  return { ...(await getDeliveryOf(ctx, place, input.sequence)), retailerId, storeId };
}

/** Of all stores. @throws RetailerNotFound, EndpointNotFound */
export async function summarizeEndpoint(
  ctx: Context,
  input: OfEndpoint & Pick<SummarizeDeliveries, "period">,
): Promise<DeliverySummary> {
  const owner = await findOwner(ctx, input);
  const { id: endpointId } = await findEndpoint(ctx.db, owner, input.endpointId);
  return summarize(ctx, { endpointId }, input.period);
}
