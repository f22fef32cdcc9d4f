import { ProviderError } from "./provider-error.ts";

/**
 * The `reason` of an error for a campaign that does not exist. Any other `no-access` does not say whether it exists.
 */
export const NO_SUCH_CAMPAIGN = "NO_SUCH_CAMPAIGN";

export const noSuchCampaign = (): ProviderError =>
  new ProviderError("no-access", "There is no such campaign.", { reason: NO_SUCH_CAMPAIGN });

/** The area of a store's ads. */
export interface AdsArea {
  latitude: number;
  longitude: number;
  miles: number;
}

export interface NewCampaign {
  /** Our id of the store. The same id always gives the same campaign. */
  storeId: string;
  /** The result of `openMerchant` of the search provider. */
  merchantId: string;
  /** ISO 3166-1, two letters. */
  country: string;
  /** Pence a day, at least 1. */
  dailyBudget: number;
  area: AdsArea;
}

export interface CampaignState {
  /**
   * `limited`: the campaign runs, but less than it could. `blocked`: the campaign is on and shows nothing. `reasons` has the
   * causes.
   */
  status: "running" | "limited" | "blocked" | "paused" | "removed";
  /** The provider's own codes. */
  reasons: string[];
  /** Pence a day. */
  dailyBudget: number;
  /** null: the area is not a circle of ours. */
  area: AdsArea | null;
}

/** What the ads of a campaign did on a day. */
export interface CampaignDay {
  /** In the time zone of the ads account, YYYY-MM-DD. */
  date: string;
  /** Pence. */
  spend: number;
  clicks: number;
  impressions: number;
}

/**
 * The port to the ads service for the `local_ads` channel, in GBP. A day can cost up to twice the daily budget, a month up to 30.4
 * times. All calls can be repeated: `createCampaign` finds the campaign of an earlier call. Every failure is a ProviderError:
 * `setup` if the account's currency is not GBP, `no-access` with the reason `NO_SUCH_CAMPAIGN` if the campaign no longer exists.
 */
export interface AdsProvider {
  /**
   * Creates the campaign of a store. The campaign is paused.
   * @returns its id
   */
  createCampaign(campaign: NewCampaign): Promise<string>;
  /** Sets the budget of a day in pence (at least 1) and starts the campaign. */
  setBudget(campaignId: string, pence: number): Promise<void>;
  /** Pauses the campaign until the next `setBudget`. A paused campaign costs nothing. */
  pause(campaignId: string): Promise<void>;
  setRadius(campaignId: string, area: AdsArea): Promise<void>;
  /** @returns null if the campaign does not exist */
  readCampaign(campaignId: string): Promise<CampaignState | null>;
  /** The days from `from` to `to` (both YYYY-MM-DD) on which the ads did something, oldest first. None for an unknown campaign. */
  readOutcome(campaignId: string, days: { from: string; to: string }): Promise<CampaignDay[]>;
}
