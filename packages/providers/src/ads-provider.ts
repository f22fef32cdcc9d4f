import { ProviderError } from "./provider-error.ts";

/** The `reason` of a call about a campaign that is certainly not there; any other `no-access` leaves that open. */
export const NO_SUCH_CAMPAIGN = "NO_SUCH_CAMPAIGN";

export const noSuchCampaign = (): ProviderError =>
  new ProviderError("no-access", "There is no such campaign.", { reason: NO_SUCH_CAMPAIGN });

/** Where ads are shown. */
export interface AdsArea {
  latitude: number;
  longitude: number;
  miles: number;
}

export interface NewCampaign {
  /** Ours; the same always leads to the same campaign. */
  storeId: string;
  /** What `openMerchant` of the search provider gave. */
  merchantId: string;
  /** ISO 3166-1, two letters. */
  country: string;
  /** Pence a day, at least 1. */
  dailyBudget: number;
  area: AdsArea;
}

export interface CampaignState {
  /** `limited`: it runs, but less than it could; `blocked`: it is on and yet shows nothing. `reasons` says why. */
  status: "running" | "limited" | "blocked" | "paused" | "removed";
  /** The provider's own codes. */
  reasons: string[];
  /** Pence a day. */
  dailyBudget: number;
  /** null: the area is not a circle of ours. */
  area: AdsArea | null;
}

/**
 * The ads service's side of the `local_ads` channel, in GBP. A day may cost up to twice the daily budget, a month up to
 * 30.4 times. Every call but `createCampaign` can be repeated freely, and that one finds what an earlier one made. Every
 * call fails with a ProviderError: `setup` where the account's currency is not GBP, `no-access` with the reason
 * `NO_SUCH_CAMPAIGN` where the campaign is not there any more.
 */
export interface AdsProvider {
  /** Makes a store's campaign, paused. @returns its id */
  createCampaign(campaign: NewCampaign): Promise<string>;
  /** Sets what a day may cost, in pence (at least 1), and lets the campaign run. */
  setBudget(campaignId: string, pence: number): Promise<void>;
  /** The campaign shows nothing and costs nothing until the next `setBudget`. */
  pause(campaignId: string): Promise<void>;
  setRadius(campaignId: string, area: AdsArea): Promise<void>;
  /** @returns null: there is no such campaign */
  readCampaign(campaignId: string): Promise<CampaignState | null>;
}
