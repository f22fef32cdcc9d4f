import { type Message, optional, required } from "./message.ts";

const status = { oneOf: ["ENABLED", "PAUSED"] } as const;

const proximity: Message = {
  geoPoint: optional({
    message: { latitudeInMicroDegrees: required("int32"), longitudeInMicroDegrees: required("int32") },
  }),
  address: optional({
    message: {
      streetAddress: optional("string"),
      cityName: optional("string"),
      postalCode: optional("string"),
      countryCode: optional("string"),
    },
  }),
  radius: required("double"),
  radiusUnits: optional({ oneOf: ["MILES", "KILOMETERS"] }),
};

/** The messages to create, by collection. */
export const CREATES: Record<string, Message> = {
  campaignBudgets: {
    resourceName: optional("string"),
    name: optional("string"),
    amountMicros: required("int64"),
    deliveryMethod: optional({ oneOf: ["STANDARD", "ACCELERATED"] }),
    explicitlyShared: optional("bool"),
  },
  campaigns: {
    resourceName: optional("string"),
    name: required("string"),
    status: optional(status),
    advertisingChannelType: required({ oneOf: ["SEARCH", "DISPLAY", "SHOPPING", "PERFORMANCE_MAX"] }),
    campaignBudget: required("string"),
    shoppingSetting: optional({
      message: {
        merchantId: required("int64"),
        feedLabel: optional("string"),
        campaignPriority: optional("int32"),
        enableLocal: optional("bool"),
      },
    }),
    networkSettings: optional({
      message: {
        targetGoogleSearch: optional("bool"),
        targetSearchNetwork: optional("bool"),
        targetContentNetwork: optional("bool"),
      },
    }),
    targetSpend: optional({ message: { cpcBidCeilingMicros: optional("int64") } }),
    geoTargetTypeSetting: optional({
      message: { positiveGeoTargetType: optional({ oneOf: ["PRESENCE", "PRESENCE_OR_INTEREST"] }) },
    }),
    containsEuPoliticalAdvertising: required({
      oneOf: ["CONTAINS_EU_POLITICAL_ADVERTISING", "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"],
    }),
  },
  campaignCriteria: {
    resourceName: optional("string"),
    campaign: required("string"),
    proximity: optional({ message: proximity }),
    listingScope: optional({
      message: {
        dimensions: required({
          list: {
            message: { productChannel: optional({ message: { channel: required({ oneOf: ["LOCAL", "ONLINE"] }) } }) },
          },
        }),
      },
    }),
  },
  adGroups: {
    resourceName: optional("string"),
    name: required("string"),
    campaign: required("string"),
    type: optional({ oneOf: ["SHOPPING_PRODUCT_ADS", "SEARCH_STANDARD"] }),
    status: optional(status),
  },
  adGroupAds: {
    adGroup: required("string"),
    status: optional(status),
    ad: required({ message: { shoppingProductAd: optional({ message: {} }) } }),
  },
  adGroupCriteria: {
    adGroup: required("string"),
    resourceName: optional("string"),
    status: optional(status),
    negative: optional("bool"),
    listingGroup: optional({
      message: {
        type: required({ oneOf: ["UNIT", "SUBDIVISION"] }),
        parentAdGroupCriterion: optional("string"),
        caseValue: optional({ message: { productItemId: required({ message: { value: optional("string") } }) } }),
      },
    }),
  },
};

/** The messages to update, by collection. */
export const UPDATES: Record<string, Message> = {
  campaignBudgets: {
    resourceName: required("string"),
    amountMicros: optional("int64"),
    name: optional("string"),
  },
  campaigns: { resourceName: required("string"), status: optional(status), name: optional("string") },
};

/** The name of each collection's operation in `googleAds:mutate`. */
export const OPERATIONS: Record<string, string> = {
  campaignBudgetOperation: "campaignBudgets",
  campaignOperation: "campaigns",
  campaignCriterionOperation: "campaignCriteria",
  adGroupOperation: "adGroups",
  adGroupAdOperation: "adGroupAds",
  adGroupCriterionOperation: "adGroupCriteria",
};
