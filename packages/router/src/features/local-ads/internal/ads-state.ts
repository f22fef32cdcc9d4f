import { type AdsArea, MAX_LEFT_OUT } from "@highstreet/providers";
import { type ChannelRow, readChannel, type StoreIds, type WithPrisma } from "../../../core/channels/index.ts";
import { adsMiles } from "../../../core/stores/countries.schema.ts";
import { minuteIn, type StoreRow } from "../../../core/stores/index.ts";
import type { AreaType } from "../../../core/stores/stores.schema.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { type BudgetChange, dueChange, readOpenChanges } from "./budget-changes.ts";
import { type CampaignRow, readCampaign } from "./campaign-row.ts";

/** undefined: not enabled. */
export type SearchStatus = Pick<ChannelRow, "status" | "statusSince"> | undefined;

export const isConnected = (search: SearchStatus): boolean => search?.status === "connected";

/** Why search is not connected and since when, in the store's local time. */
export const searchSentence = (search: SearchStatus, timezone: string): string =>
  search
    ? `The channel has been pending since ${minuteIn(timezone, search.statusSince)}, and its warnings say why.`
    : "The store has none: enable it first.";

const REQUIRED_PRODUCTS = 50;

export async function findObstacle(db: WithPrisma, store: StoreRow): Promise<DomainError | undefined> {
  const search = await readChannel(db, store, "search");
  if (!isConnected(search)) {
    const detail = `Local ads need the store's search channel to be connected. ${searchSentence(search, store.timezone)}`;
    const since = search?.statusSince.toISOString() ?? null;
    return new DomainError("SearchChannelNotConnected", detail, { since });
  }
  const { actual, required } = await readInStock(db, store);
  if (actual >= required) return undefined;
  const detail = `Local ads need at least ${required} products in stock; the store has ${actual}. Send more stock first.`;
  return new DomainError("InsufficientInStockProducts", detail, { required, actual });
}

export async function readInStock(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<{ actual: number; required: number }> {
  const store = await prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { inStockCount: true },
  });
  return { actual: store?.inStockCount ?? 0, required: REQUIRED_PRODUCTS };
}

/** Everything that decides which ads a store should have, and which warnings. */
export interface AdsState {
  /** undefined: local ads are not enabled. */
  channel: ChannelRow | undefined;
  openChanges: BudgetChange[];
  search: SearchStatus;
  /** null if there is no account yet. */
  merchantId: string | null;
  /** null: the location of the store is unknown. */
  area: AdsArea | null;
  /** null: the store was deleted. */
  country: string | null;
  areaType: AreaType;
  timezone: string;
  campaign: CampaignRow;
  /** At most as many as the ads service takes. */
  leftOut: string[];
}

interface Place {
  latitude: number | null;
  longitude: number | null;
}

/** The ads service stores coordinates with six decimals. */
const rounded = (degrees: number): number => Number(degrees.toFixed(6));

/** The store's own coordinates come before those of its business profile. */
function adsArea(areaType: AreaType, store: Place | null, profile: Place | null): AdsArea | null {
  for (const place of [store, profile]) {
    if (typeof place?.latitude !== "number" || typeof place.longitude !== "number") continue;
    return { latitude: rounded(place.latitude), longitude: rounded(place.longitude), miles: adsMiles[areaType] };
  }
  return null;
}

/** A deleted store has no country. */
export async function readAdsState(db: WithPrisma, { retailerId, storeId }: StoreIds): Promise<AdsState> {
  const ids = { retailerId, storeId };
  const store = await db.prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { country: true, areaType: true, timezone: true, latitude: true, longitude: true },
  });
  const search = await readChannel(db, ids, "search");
  const setup = await db.prisma.searchSetup.findUnique({
    where: { retailerId_storeId: ids },
    select: { merchantId: true, profile: true },
  });
  const leftOut = await db.prisma.listing.findMany({
    where: { ...ids, leftOutOfAds: true },
    select: { itemKey: true },
    orderBy: { itemKey: "asc" },
    take: MAX_LEFT_OUT,
  });
  const areaType = store?.areaType ?? "suburban";
  return {
    channel: await readChannel(db, ids, "local_ads"),
    openChanges: await readOpenChanges(db, ids),
    search,
    merchantId: setup?.merchantId ?? null,
    area: adsArea(areaType, store, (setup?.profile as Place | undefined) ?? null),
    country: store?.country ?? null,
    areaType,
    timezone: store?.timezone ?? "UTC",
    campaign: await readCampaign(db, ids),
    leftOut: leftOut.map(({ itemKey }) => itemKey),
  };
}

export function budgetToday({ channel, openChanges }: AdsState, now: Date): number {
  return dueChange(openChanges, now)?.budget ?? channel?.dailyBudget ?? 0;
}
