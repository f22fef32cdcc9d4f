import type { Chapter } from "./operation.ts";

const all = "/retailers/:retailerId/stores/:storeId/channels";

export const channels: Chapter = {
  tag: "Channels",
  description: "The channels that publish a store's inventory.",
  operations: [
    {
      method: "GET",
      path: "/channels",
      procedure: "channels.catalogue",
      summary: "List the channel catalogue",
      description: "Each channel with the JSON Schema of its parameters.",
    },
    {
      method: "POST",
      path: all,
      procedure: "channels.enable",
      creates: "channel",
      etag: "view",
      guarded: true,
      summary: "Enable a channel",
      description:
        "201 the first time, 200 later. A later call replaces the parameters. Local ads need a connected search channel and 50 products in stock. Their budget starts at the store's next midnight.",
      examples: {
        Webhooks: {
          type: "webhooks",
          parameters: {
            webhookUrl: "https://shop.example/hooks/highstreet",
            secret: "s3cretS3cretS3cret",
            enhancedProductData: true,
          },
        },
        Search: { type: "search", parameters: { locationId: "1234567890", storeCode: "LONDON1" } },
        "Local ads": { type: "local_ads", parameters: { dailyBudget: 25 } },
      },
      errors: [
        "UnknownChannel",
        "SearchChannelNotConnected",
        "InsufficientInStockProducts",
        "ChannelInUse",
        "StoreCodeMismatch",
      ],
    },
    { method: "GET", path: all, procedure: "channels.list", summary: "List a store's channels" },
    { method: "GET", path: `${all}/:type`, procedure: "channels.get", etag: "view", summary: "Read a channel" },
    {
      method: "PATCH",
      path: `${all}/:type`,
      procedure: "channels.update",
      etag: "view",
      guarded: true,
      summary: "Change parameters of a channel",
      description:
        "JSON Merge Patch of `parameters`. Parameters that are left out stay, the signing secret of webhooks included. The rules of enabling apply.",
      examples: {
        "Another address": { parameters: { webhookUrl: "https://shop.example/hooks/stock" } },
        "A new budget": { parameters: { dailyBudget: 30 } },
        "Product data, too": { parameters: { enhancedProductData: true } },
      },
      errors: ["SearchChannelNotConnected", "InsufficientInStockProducts", "ChannelInUse", "StoreCodeMismatch"],
    },
    {
      method: "DELETE",
      path: `${all}/:type`,
      procedure: "channels.remove",
      guarded: true,
      summary: "Remove a channel",
      description:
        "Local ads answer 200 with their last change: the budget is 0 from the store's next midnight. Other channels are removed at once: 204.",
      errors: ["ChannelInUse"],
    },
    {
      method: "GET",
      path: `${all}/:type/listings`,
      procedure: "listings.list",
      page: "body",
      prices: true,
      summary: "List the listings of a channel",
      description:
        "For `search` and `local_ads`, which share their listings. For each item: the data to show, the data sent and its time, and the answer of the search engine. An item that was never shown is not listed.",
      errors: ["UnknownChannel", "ChannelNotEnabled"],
    },
    {
      method: "POST",
      path: "/widget-sightings",
      procedure: "channels.recordSighting",
      open: "widgetToken",
      summary: "Report that the in-store widget was seen",
      description:
        "The page with the widget makes this call, without a key and from any origin. Once a minute is enough. After a week without a sighting, the search channel has the warning `SwisWidgetNotSeenRecently`. A sighting removes the warning.",
      examples: { Widget: { widgetToken: "5bqtr1bX3hfkl7OZT2Kw9m0e4c8AvYgN" } },
      errors: ["WidgetNotFound"],
    },
  ],
};
