import type { AdsArea, CampaignDay, CampaignState } from "../ads-provider.ts";
import { penceOfMicros } from "./micros.ts";

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

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

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
