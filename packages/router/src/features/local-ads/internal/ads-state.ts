import type { AdsArea } from "@highstreet/providers";
import { type ChannelRow, readChannel, type StoreIds, type WithPrisma } from "../../../core/channels/index.ts";
import { adsMiles } from "../../../core/stores/countries.schema.ts";
import type { AreaType } from "../../../core/stores/stores.schema.ts";
import { type BudgetChange, dueChange, readOpenChanges } from "./budget-changes.ts";
import { type CampaignRow, readCampaign } from "./campaign-row.ts";
import type { SearchStatus } from "./search-status.ts";

/** Everything that decides which ads a store should have, and which warnings. */
export interface AdsState {
  /** undefined: local ads are not enabled. */
  channel: ChannelRow | undefined;
  /** Open budget changes, in the order of their days. */
  openChanges: BudgetChange[];
  search: SearchStatus;
  /** The retailer's account at the search engine; null if there is none yet. */
  merchantId: string | null;
  /** null: the location of the store is unknown. */
  area: AdsArea | null;
  /** null: the store was deleted. */
  country: string | null;
  areaType: AreaType;
  timezone: string;
  campaign: CampaignRow;
}

interface Place {
  latitude: number | null;
  longitude: number | null;
}

/** The ads service stores coordinates with six decimals. */
const rounded = (degrees: number): number => Number(degrees.toFixed(6));

/** The area of a store's ads. The store's own coordinates come before those of its business profile. */
function adsArea(areaType: AreaType, store: Place | null, profile: Place | null): AdsArea | null {
  for (const place of [store, profile]) {
    if (typeof place?.latitude !== "number" || typeof place.longitude !== "number") continue;
    return { latitude: rounded(place.latitude), longitude: rounded(place.longitude), miles: adsMiles[areaType] };
  }
  return null;
}

/** Reads the state of a store's ads. A deleted store has no country, so no ads should run. */
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
  };
}

/** Today's budget in pence. A due change counts, even if the ads service has not accepted it yet. */
export function budgetToday({ channel, openChanges }: AdsState, now: Date): number {
  return dueChange(openChanges, now)?.budget ?? channel?.dailyBudget ?? 0;
}
