import type { AdsArea, NewCampaign } from "../ads-provider.ts";
import { microsOfPence } from "./micros.ts";

const micro = (degrees: number): number => Math.round(degrees * 1_000_000);

/** A circle around a point (Google Ads API, ProximityInfo). The default unit of the radius is kilometres. */
export const proximityOf = ({ latitude, longitude, miles }: AdsArea) => ({
  geoPoint: { latitudeInMicroDegrees: micro(latitude), longitudeInMicroDegrees: micro(longitude) },
  radius: miles,
  radiusUnits: "MILES",
});

/** The name of a store's campaign. Names are unique in an account, so the name finds the campaign again. */
export const campaignName = (storeId: string): string => `Highstreet ${storeId}`;

/**
 * All parts of a store's campaign in one request that succeeds or fails as a whole: budget, campaign, circle and the filter for
 * local items. A Shopping campaign also needs an ad group with an ad and a root listing group. Negative ids refer to parts of the
 * same request (Google Ads API, "Temporary resource names").
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
