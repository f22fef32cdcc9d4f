import type { OperationDocs } from "../operation-doc.ts";

const channels = "/retailers/:retailerId/stores/:storeId/channels";

export const channelOperations: OperationDocs = {
  "GET /channels": {
    summary: "List the channel catalogue",
    description: "With the JSON Schema of what enabling each takes.",
  },
  [`POST ${channels}`]: {
    summary: "Enable a channel",
    description:
      "201 the first time, 200 after. Enabling again replaces the parameters. Local ads need a connected search channel and 50 products in stock; their budget starts at the store's next midnight.",
    bodies: {
      Search: { type: "search", parameters: { locationId: "1234567890", storeCode: "LONDON1" } },
      "Local ads": { type: "local-ads", parameters: { dailyBudget: 25 } },
      Webhooks: {
        type: "webhook",
        parameters: {
          webhookUrl: "https://shop.example/hooks/highstreet",
          secret: "s3cretS3cretS3cret",
          enhancedProductData: true,
        },
      },
    },
    errors: ["UnknownChannel", "SearchChannelNotConnected", "InsufficientInStockProducts", "ChannelInUse"],
  },
  [`GET ${channels}`]: { summary: "List a store's channels" },
  [`DELETE ${channels}/:type`]: {
    summary: "Remove a channel",
    description:
      "Local ads answer 200 with their last change: the budget is 0 from the store's next midnight. All others are gone at once: 204.",
    errors: ["ChannelInUse"],
  },
  [`GET ${channels}/:type/listings`]: {
    summary: "List what a channel shows of each item",
    description:
      "Of `search` and `local_ads`, which run from the same listings: what is to be shown, what was sent when, and what the search engine says of it. An item that was never shown is not listed.",
    errors: ["UnknownChannel", "ChannelNotEnabled"],
  },
  "POST /widget-sightings": {
    summary: "Report that the in-store widget was seen",
    description:
      "For the page that the widget is on: no key, from any origin. Once a minute is enough. A widget that is not seen for a week gives its search channel the warning `SwisWidgetNotSeenRecently`; a sighting takes it away.",
    bodies: { Widget: { widgetToken: "5bqtr1bX3hfkl7OZT2Kw9m0e4c8AvYgN" } },
    errors: ["WidgetNotFound"],
  },
};
