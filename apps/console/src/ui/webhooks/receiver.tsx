"use client";

import type { EndpointDeliveryDetail } from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import type {
  Delivery,
  DeliveryDetail,
  DeliveryStatus,
  DeliverySummary,
  ListDeliveries,
} from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { z } from "zod";
import { skipEmptyParts } from "../parts/paged-list.tsx";
import { useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { useAccess, useChosenStore } from "../shell/shop-context.tsx";

const EndpointContext = createContext<string | undefined>(undefined);

/** The parts of this room show an endpoint inside, and the channel of the store outside. */
export function EndpointProvider({ endpointId, children }: { endpointId: string; children: ReactNode }) {
  return <EndpointContext value={endpointId}>{children}</EndpointContext>;
}

export type Detail = DeliveryDetail | EndpointDeliveryDetail;

type Deliveries = { data: Delivery[]; next: string | null; prev: string | null };

/** A query of `useQuery`. */
interface Read<T> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
}

type Filter = Pick<ListDeliveries, "q" | "status" | "action">;
type Page = z.input<typeof ListDeliveries>["page"];
type Period = "24h" | "7d";

export interface Range {
  since: string;
  status?: z.infer<typeof DeliveryStatus> | undefined;
}

type Redeliver = (after?: string) => Promise<{ queued: number; superseded: number; next: string | null }>;

/** Repeats a call that takes a part of the stores at a time. */
async function redeliverAll(redeliver: Redeliver) {
  const all = { queued: 0, superseded: 0 };
  let after: string | undefined;
  do {
    const part = await redeliver(after);
    all.queued += part.queued;
    all.superseded += part.superseded;
    after = part.next ?? undefined;
  } while (after !== undefined);
  return all;
}

/**
 * The endpoints of the shop or, on the pages of all shops, of the partner. The procedures of both are alike, but only those of a shop name
 * their owner.
 */
export function useEndpoints() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { shop, may, whyNot } = useAccess();
  const { rehearsals } = client;
  const ofShop = { api: trpc.endpoints, calls: client.endpoints, count: rehearsals.redeliverToEndpoint };
  const ofPartner = {
    api: trpc.partnerEndpoints,
    calls: client.partnerEndpoints,
    count: rehearsals.redeliverToPartnerEndpoint,
  };
  return {
    ...((shop ? ofShop : ofPartner) as typeof ofShop),
    owner: (shop ? { retailerId: shop.retailer.id } : {}) as { retailerId: string },
    base: shop ? `/shops/${shop.retailer.id}/developers/endpoints` : "/fleet/endpoints",
    isOfPartner: !shop,
    may: (act: "create" | "update") => may(`${shop ? "endpoints" : "partnerEndpoints"}.${act}`),
    whyNot,
  };
}

/** The address that gets webhooks: its calls, and the procedures about them. Deliveries are those of the chosen store. */
export function useReceiver() {
  const endpointId = useContext(EndpointContext);
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { shop } = useAccess();
  const { api, calls, count, owner } = useEndpoints();
  const storeId = useChosenStore()?.id;
  const reload = (...parts: { pathFilter: () => { queryKey: QueryKey } }[]) =>
    Promise.all(parts.map((part) => queries.invalidateQueries(part.pathFilter())));
  const listOf = (
    after: string | undefined,
    queryKey: (page: Page) => QueryKey,
    read: (page: Page, signal: AbortSignal) => Promise<Deliveries>,
  ): Read<Deliveries> => ({
    queryKey: queryKey({ size: PAGE, after }),
    queryFn: ({ signal }) => skipEmptyParts((from) => read({ size: PAGE, after: from }, signal), after),
  });
  if (endpointId === undefined) {
    const ids = { retailerId: shop?.retailer.id ?? "", storeId: storeId ?? "" };
    const { webhooks } = trpc;
    return {
      isEndpoint: false,
      list: (filter: Filter, after: string | undefined) =>
        listOf(
          after,
          (page) => webhooks.listDeliveries.queryKey({ ...ids, ...filter, page }),
          (page, signal) => client.webhooks.listDeliveries.query({ ...ids, ...filter, page }, { signal }),
        ),
      delivery: (sequence: string): Read<Detail> => ({
        queryKey: webhooks.getDelivery.queryKey({ ...ids, sequence }),
        queryFn: ({ signal }) => client.webhooks.getDelivery.query({ ...ids, sequence }, { signal }),
      }),
      summary: (period: Period): Read<DeliverySummary> => ({
        queryKey: webhooks.deliverySummary.queryKey({ ...ids, period }),
        queryFn: ({ signal }) => client.webhooks.deliverySummary.query({ ...ids, period }, { signal }),
      }),
      redeliver: (sequence: string) => client.webhooks.redeliver.mutate({ ...ids, sequence }),
      countRange: (body: Range) => client.rehearsals.redeliverRange.mutate({ ...ids, body }),
      redeliverRange: (body: Range) => client.webhooks.redeliverRange.mutate({ ...ids, body }),
      test: () => client.webhooks.test.mutate(ids),
      rotateSecret: async (secret: string, immediate: boolean) => {
        const { previousSecretUntil = null } = await client.webhooks.rotateSecret.mutate({
          ...ids,
          body: { secret, immediate },
        });
        return previousSecretUntil;
      },
      reload: () => reload(trpc.channels, webhooks),
    };
  }
  const ids = { ...owner, endpointId };
  const inStore = { ...ids, storeId: storeId ?? "" };
  return {
    isEndpoint: true,
    list: (filter: Filter, after: string | undefined) =>
      listOf(
        after,
        (page) => api.listDeliveries.queryKey({ ...inStore, ...filter, page }),
        (page, signal) => calls.listDeliveries.query({ ...inStore, ...filter, page }, { signal }),
      ),
    delivery: (sequence: string): Read<Detail> => ({
      queryKey: api.getDelivery.queryKey({ ...inStore, sequence }),
      queryFn: ({ signal }) => calls.getDelivery.query({ ...inStore, sequence }, { signal }),
    }),
    summary: (period: Period): Read<DeliverySummary> => ({
      queryKey: api.summary.queryKey({ ...ids, period }),
      queryFn: ({ signal }) => calls.summary.query({ ...ids, period }, { signal }),
    }),
    redeliver: (sequence: string) => calls.redeliver.mutate({ ...inStore, sequence }),
    countRange: (body: Range) => redeliverAll((after) => count.mutate({ ...ids, body: { ...body, storeId, after } })),
    redeliverRange: (body: Range) =>
      redeliverAll((after) => calls.redeliverRange.mutate({ ...ids, body: { ...body, storeId, after } })),
    test: () => calls.test.mutate(ids),
    rotateSecret: async (secret: string, immediate: boolean) => {
      const { previousSecretUntil } = await calls.rotateSecret.mutate({
        ...ids,
        body: { secret, immediate },
      });
      return previousSecretUntil;
    },
    reload: () => reload(api),
  };
}

const PAGE = 15;
