import type { Prisma } from "@highstreet/db";
import { findRetailer, ofOwnStores } from "../../access/find-retailer.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { providerOf } from "../sources/index.ts";
import type { GetShopSetup, ShopSetup, ShopSetupStep } from "./overview.schema.ts";

const shown = {
  id: true,
  name: true,
  city: true,
  stockVersion: true,
  inStockCount: true,
  source: { select: { provider: true } },
  channels: { select: { channel: true, status: true, parameters: true } },
} satisfies Prisma.StoreSelect;

type StoreRow = Prisma.StoreGetPayload<{ select: typeof shown }>;

/** What a store has, from the furthest to the least. */
const furthest: Prisma.StoreWhereInput[] = [
  { stockVersion: { gt: 0 }, channels: { some: {} } },
  { stockVersion: { gt: 0 } },
  {},
];

/** The given store, or the store that is furthest, the oldest first. */
async function storeOf(ctx: Context, { retailerId, storeId }: GetShopSetup): Promise<StoreRow | null> {
  const { prisma } = ctx.db;
  if (storeId !== undefined) {
    const { storeId: id } = await findStore(ctx, { retailerId, storeId });
    return prisma.store.findUnique({ where: { retailerId_id: { retailerId, id } }, select: shown });
  }
  for (const facts of furthest) {
    const store = await prisma.store.findFirst({
      where: { retailerId, ...facts, AND: ofOwnStores(ctx.actor, retailerId, "id") },
      orderBy: { id: "asc" },
      select: shown,
    });
    if (store) return store;
  }
  return null;
}

type Step = Omit<ShopSetupStep, "isPast">;

/** A channel has one id of its own that people know: the location, or the address of the receiver. */
function channelStep(id: "search" | "webhooks", store: StoreRow | null): Step {
  const channel = store?.channels.find((one) => one.channel === id);
  if (!channel) return { id, status: "optional", found: null };
  const { locationId, webhookUrl } = channel.parameters as { locationId?: string; webhookUrl?: string };
  const status = channel.status === "connected" ? "done" : "waiting";
  return { id, status, found: (id === "search" ? locationId : webhookUrl) ?? null };
}

/**
 * How far a shop is on the way to live. Each step follows from records of the shop, so a person can leave the set-up and resume it.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getShopSetup(ctx: Context, input: GetShopSetup): Promise<ShopSetup> {
  const { name } = await findRetailer(ctx, input.retailerId);
  const store = await storeOf(ctx, input);
  const hasStock = store !== null && store.stockVersion > 0n;
  const source = providerOf(store?.source?.provider ?? null);
  const isDone = (done: boolean) => (done ? "done" : "open");
  const steps: Step[] = [
    { id: "shop", status: "done", found: name },
    { id: "store", status: isDone(store !== null), found: store && `${store.name}, ${store.city}` },
    { id: "till", status: isDone(hasStock || source !== null), found: source?.label ?? null },
    { id: "stock", status: isDone(hasStock), found: hasStock ? String(store.inStockCount) : null },
    channelStep("search", store),
    channelStep("webhooks", store),
  ];
  const open = steps.find(({ status }) => status === "open");
  const channels = steps.slice(-2);
  const offered = channels.every(({ status }) => status === "optional") ? channels[0] : undefined;
  return {
    store: store && { id: store.id, name: store.name },
    steps: steps.map((step) => ({ ...step, isPast: step.status === "done" || step.status === "waiting" })),
    next: (open ?? offered)?.id ?? null,
    isLive: hasStock && store.channels.some(({ status }) => status === "connected"),
  };
}
