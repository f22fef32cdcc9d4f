import type { AdsArea, CampaignDay, CampaignState, NewCampaign } from "../ads-provider.ts";

const MICROS_A_PENNY = 10_000;

export const microsOfPence = (pence: number): string => String(BigInt(pence) * BigInt(MICROS_A_PENNY));
const penceOfMicros = (micros: string): number => Math.round(Number(micros) / MICROS_A_PENNY);

export interface CampaignRow {
  campaign: {
    resourceName: string;
    status: string;
    primaryStatus?: string;
    primaryStatusReasons?: string[];
    campaignBudget: string;
  };
  campaignBudget: { amountMicros: string };
}

export interface ProximityRow {
  campaignCriterion: {
    resourceName: string;
    proximity: {
      radius: number;
      radiusUnits: string;
      geoPoint?: { latitudeInMicroDegrees: number; longitudeInMicroDegrees: number };
    };
  };
}

export const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

const CAMPAIGN = `SELECT campaign.resource_name, campaign.status, campaign.primary_status, campaign.primary_status_reasons, campaign.campaign_budget, campaign_budget.amount_micros FROM campaign`;

export const byId = (campaignId: string): string => `${CAMPAIGN} WHERE campaign.resource_name = ${quoted(campaignId)}`;

export const byName = (name: string): string =>
  `${CAMPAIGN} WHERE campaign.name = ${quoted(name)} AND campaign.status != 'REMOVED'`;

export const circleOf = (campaignId: string): string =>
  `SELECT campaign_criterion.resource_name, campaign_criterion.proximity.radius, campaign_criterion.proximity.radius_units, campaign_criterion.proximity.geo_point.latitude_in_micro_degrees, campaign_criterion.proximity.geo_point.longitude_in_micro_degrees FROM campaign_criterion WHERE campaign.resource_name = ${quoted(campaignId)} AND campaign_criterion.type = 'PROXIMITY'`;

export interface DayRow {
  segments: { date: string };
  /** int64 as text. Google may leave out a 0. */
  metrics?: { costMicros?: string; clicks?: string; impressions?: string };
}

/** A query with `segments.date` needs both ends of the time (Google Ads Query Language, "Date ranges"). */
export const outcomeOf = (campaignId: string, { from, to }: { from: string; to: string }): string =>
  `SELECT segments.date, metrics.cost_micros, metrics.clicks, metrics.impressions FROM campaign WHERE campaign.resource_name = ${quoted(campaignId)} AND segments.date BETWEEN ${quoted(from)} AND ${quoted(to)} ORDER BY segments.date`;

export const dayOf = ({ segments, metrics = {} }: DayRow): CampaignDay => ({
  date: segments.date,
  spend: penceOfMicros(metrics.costMicros ?? "0"),
  clicks: Number(metrics.clicks ?? 0),
  impressions: Number(metrics.impressions ?? 0),
});

/** Google Ads API, CampaignPrimaryStatusEnum. */
const STATUS: Record<string, CampaignState["status"]> = {
  ELIGIBLE: "running",
  LEARNING: "running",
  LIMITED: "limited",
  PENDING: "limited",
  MISCONFIGURED: "blocked",
  NOT_ELIGIBLE: "blocked",
  PAUSED: "paused",
  REMOVED: "removed",
  ENDED: "removed",
};

function areaOf(row: ProximityRow): AdsArea | null {
  const { radius, radiusUnits, geoPoint } = row.campaignCriterion.proximity;
  if (!geoPoint || radiusUnits !== "MILES") return null;
  return {
    latitude: geoPoint.latitudeInMicroDegrees / 1_000_000,
    longitude: geoPoint.longitudeInMicroDegrees / 1_000_000,
    miles: radius,
  };
}

export function stateOf({ campaign, campaignBudget }: CampaignRow, circle: ProximityRow | undefined): CampaignState {
  const reported = STATUS[campaign.primaryStatus ?? ""] ?? "blocked";
  return {
    status: campaign.status === "PAUSED" ? "paused" : campaign.status === "REMOVED" ? "removed" : reported,
    reasons: campaign.primaryStatusReasons ?? [],
    dailyBudget: penceOfMicros(campaignBudget.amountMicros),
    area: circle ? areaOf(circle) : null,
  };
}

const micro = (degrees: number): number => Math.round(degrees * 1_000_000);

/** Google Ads API, ProximityInfo. */
export const proximityOf = ({ latitude, longitude, miles }: AdsArea) => ({
  geoPoint: { latitudeInMicroDegrees: micro(latitude), longitudeInMicroDegrees: micro(longitude) },
  radius: miles,
  radiusUnits: "MILES",
});

/** Names are unique in an account, so the name finds the campaign again. */
export const campaignName = (storeId: string): string => `Highstreet ${storeId}`;

/**
 * All parts of a campaign in one request that succeeds or fails as a whole. Negative ids refer to parts of the same request (Google Ads
 * API, "Temporary resource names").
 */
export function creationOf(customer: string, { storeId, merchantId, country, dailyBudget, area }: NewCampaign) {
  const name = campaignName(storeId);
  const budget = `customers/${customer}/campaignBudgets/-1`;
  const campaign = `customers/${customer}/campaigns/-2`;
  const adGroup = `customers/${customer}/adGroups/-3`;
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: budget,
          name,
          amountMicros: microsOfPence(dailyBudget),
          deliveryMethod: "STANDARD",
          explicitlyShared: false,
        },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: campaign,
          name,
          status: "PAUSED",
          advertisingChannelType: "SHOPPING",
          campaignBudget: budget,
          shoppingSetting: { merchantId, feedLabel: country, campaignPriority: 0, enableLocal: true },
          networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
          targetSpend: {},
          geoTargetTypeSetting: { positiveGeoTargetType: "PRESENCE" },
          containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
        },
      },
    },
    { campaignCriterionOperation: { create: { campaign, proximity: proximityOf(area) } } },
    {
      campaignCriterionOperation: {
        create: { campaign, listingScope: { dimensions: [{ productChannel: { channel: "LOCAL" } }] } },
      },
    },
    {
      adGroupOperation: {
        create: { resourceName: adGroup, name, campaign, type: "SHOPPING_PRODUCT_ADS", status: "ENABLED" },
      },
    },
    { adGroupAdOperation: { create: { adGroup, status: "ENABLED", ad: { shoppingProductAd: {} } } } },
    { adGroupCriterionOperation: { create: { adGroup, status: "ENABLED", listingGroup: { type: "UNIT" } } } },
  ];
}
