import { ProviderError } from "./provider-error.ts";

/** The `reason` of an error for a campaign that does not exist. */
export const NO_SUCH_CAMPAIGN = "NO_SUCH_CAMPAIGN";

export const noSuchCampaign = (): ProviderError =>
  new ProviderError("no-access", "There is no such campaign.", { reason: NO_SUCH_CAMPAIGN });

/** Google takes 20,000 listing groups of an ad group: one for each offer, the root, and everything else. */
export const MAX_LEFT_OUT = 19_998;

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
  country: string;
  /** Pence a day, at least 1. */
  dailyBudget: number;
  area: AdsArea;
}

export interface CampaignState {
  /** `limited`: runs less than it could. `blocked`: is on and shows nothing. `reasons` has the causes. */
  status: "running" | "limited" | "blocked" | "paused" | "removed";
  reasons: string[];
  /** Pence a day. */
  dailyBudget: number;
  /** null: the area is not a circle of ours. */
  area: AdsArea | null;
}

export interface CampaignDay {
  /** In the time zone of the ads account, YYYY-MM-DD. */
  date: string;
  /** Pence. */
  spend: number;
  clicks: number;
  impressions: number;
}

/**
 * The port to the ads service, in GBP. A day can cost up to twice the daily budget, a month up to 30.4 times. All calls can be repeated.
 * Every failure is a ProviderError: `setup` if the currency of the account is not GBP, `no-access` with the reason `NO_SUCH_CAMPAIGN` if
 * the campaign no longer exists.
 */
export interface AdsProvider {
  /** Creates the paused campaign of a store, or finds that of an earlier call. @returns its id */
  createCampaign(campaign: NewCampaign): Promise<string>;
  /** Sets the budget of a day in pence (at least 1) and starts the campaign. */
  setBudget(campaignId: string, pence: number): Promise<void>;
  /** A paused campaign costs nothing. */
  pause(campaignId: string): Promise<void>;
  setRadius(campaignId: string, area: AdsArea): Promise<void>;
  /** Leaves exactly these offers, at most `MAX_LEFT_OUT`, out of the ads. */
  leaveOut(campaignId: string, offerIds: string[]): Promise<void>;
  /** @returns null if the campaign does not exist */
  readCampaign(campaignId: string): Promise<CampaignState | null>;
  /** The days from `from` to `to` (YYYY-MM-DD) on which the ads did something, oldest first. */
  readOutcome(campaignId: string, days: { from: string; to: string }): Promise<CampaignDay[]>;
}
