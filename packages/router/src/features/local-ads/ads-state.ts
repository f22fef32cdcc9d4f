import type { Sql } from "@highstreet/db";
import type { AdsArea } from "@highstreet/providers";
import { type ChannelRow, readChannel, type StoreIds } from "../../core/channels/index.ts";
import type { AreaType } from "../../core/stores/stores.schema.ts";
import { adsArea, type Place } from "./ads-area.ts";
import { type BudgetChange, dueChange, readToCome } from "./budget-changes.ts";
import { type CampaignRow, campaignColumns } from "./campaign-row.ts";

/** All that decides what a store's ads are to be, and what is said of them. */
export interface AdsState {
  /** undefined: not enabled. */
  channel: ChannelRow | undefined;
  /** Not made yet, in the order of their days. */
  toCome: BudgetChange[];
  isSearchConnected: boolean;
  /** The retailer's account at the search engine; null: none yet. */
  merchantId: string | null;
  /** null: the store's place is not known. */
  area: AdsArea | null;
  /** null: the store is no more. */
  country: string | null;
  areaType: AreaType;
  campaign: CampaignRow;
}

interface Row extends CampaignRow, Place {
  country: string | null;
  areaType: AreaType | null;
  isSearchConnected: boolean;
  merchantId: string | null;
  profile: Place | null;
}

const read = `
  SELECT s.country, s.area_type AS "areaType", s.latitude, s.longitude,
    COALESCE(c.status = 'connected', false) AS "isSearchConnected",
    u.merchant_id AS "merchantId", u.profile,
    ${campaignColumns}
  FROM (SELECT $1::uuid AS retailer_id, $2::uuid AS store_id) i
  LEFT JOIN store s ON s.retailer_id = i.retailer_id AND s.store_id = i.store_id
  LEFT JOIN channel c ON c.retailer_id = i.retailer_id AND c.store_id = i.store_id AND c.channel = 'search'
  LEFT JOIN search_setup u ON u.retailer_id = i.retailer_id AND u.store_id = i.store_id
  LEFT JOIN ads_campaign a ON a.retailer_id = i.retailer_id AND a.store_id = i.store_id`;

/** Reads how a store's ads stand; a store that is no more has none to show. */
export async function readAdsState(sql: Sql, store: StoreIds): Promise<AdsState> {
  const channel = await readChannel(sql, store, "local_ads");
  const toCome = await readToCome(sql, store);
  const [row] = await sql.query<Row>(read, [store.retailerId, store.storeId]);
  if (!row) throw new Error("a SELECT of one row gave none");
  const { country, isSearchConnected, merchantId, profile, latitude, longitude, ...campaign } = row;
  const areaType = row.areaType ?? "suburban";
  const area = adsArea(areaType, { latitude, longitude }, profile);
  return { channel, toCome, isSearchConnected, merchantId, area, country, areaType, campaign };
}

/** Pence a day by the store's clock: a change that is due counts, though the ads service may not know of it yet. */
export function budgetToday({ channel, toCome }: AdsState, now: Date): number {
  return dueChange(toCome, now)?.budget ?? channel?.dailyBudget ?? 0;
}
