import type { Chapter } from "./operation.ts";

const ofStore = "/retailers/:retailerId/stores/:storeId/channels";

export const channels: Chapter = {
  tag: "Channels",
  description: "The channels that publish a store's inventory.",
  guide: ["shown", "What is shown where"],
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
      path: ofStore,
      procedure: "channels.enable",
      tool: {
        name: "enable_channel",
        description:
          "A channel that is enabled gets the new parameters in place of the old ones. Local ads need a connected search channel and 50 products in stock. Their budget starts at the store's next midnight.",
      },
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
    {
      method: "GET",
      path: ofStore,
      procedure: "channels.list",
      tool: { name: "list_channels" },
      summary: "List a store's channels",
      description: "The enabled channels of the store, as an array, with their status and warnings.",
    },
    {
      method: "GET",
      path: `${ofStore}/:type`,
      procedure: "channels.get",
      etag: "view",
      summary: "Read a channel",
      description: "Its status, the warnings that say what it waits for, and its parameters without secrets.",
    },
    {
      method: "PATCH",
      path: `${ofStore}/:type`,
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
      path: `${ofStore}/:type`,
      procedure: "channels.remove",
      etag: "view",
      guarded: true,
      summary: "Remove a channel",
      description:
        "Local ads answer 200 with their last change: the budget is 0 from the store's next midnight. Other channels are removed at once: 204.",
      errors: ["ChannelInUse"],
    },
    {
      method: "GET",
      path: `${ofStore}/:type/listings`,
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

const ofRetailer = "/retailers/:retailerId/connections";

export const connections: Chapter = {
  tag: "Connections",
  description:
    "Shop systems whose products and stock Highstreet reads. A retailer has one connection for each kind of shop system. The source of a store (`connection`) names its location.",
  guide: ["connectors", "Shop systems"],
  operations: [
    {
      method: "GET",
      path: ofRetailer,
      procedure: "connections.list",
      summary: "List a retailer's connections",
      description: "Its connected shop systems, with their status, warnings and locations.",
    },
    {
      method: "POST",
      path: ofRetailer,
      procedure: "connections.save",
      guarded: true,
      etag: "version",
      summary: "Connect a shop system",
      description:
        "Replaces the credential of an earlier connection. The first pull starts within seconds. It shows in `status` and `warnings` whether the shop system accepts the credential, and in `locations` where the shop has stock. Everything is pulled once a night, and changes every five minutes.",
      examples: {
        Shopify: { connector: "shopify", credential: { shop: "corner-shop", accessToken: "shpat_0123456789abcdef" } },
      },
    },
    {
      method: "GET",
      path: `${ofRetailer}/:connector`,
      procedure: "connections.get",
      etag: "view",
      summary: "Read a connection",
      description: "Whether the shop system lets us read, where it has stock, and when the last and the next pull are.",
    },
    {
      method: "DELETE",
      path: `${ofRetailer}/:connector`,
      procedure: "connections.remove",
      guarded: true,
      summary: "Remove a connection",
      description: "Deletes the credential. The sources of its stores are disconnected. Items stay.",
    },
  ],
};
