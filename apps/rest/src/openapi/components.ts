import { statusOf } from "@highstreet/router";
import { ChannelAbout, ChannelRecord, NotShownIn, Warning } from "@highstreet/router/core/channels/channel.schema.ts";
import { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { EventRecord } from "@highstreet/router/core/log/events.schema.ts";
import { Country, CreateStore, Currency, Store, UpdateStore } from "@highstreet/router/core/stores/stores.schema.ts";
import { CatalogueEntry, EnableChannel } from "@highstreet/router/features/channels/channels.schema.ts";
import {
  Customization,
  Edited,
  EditProduct,
  PostCustomization,
} from "@highstreet/router/features/customizations/customizations.schema.ts";
import { Affected } from "@highstreet/router/features/dry-run/dry-run.schema.ts";
import {
  CreateEndpoint,
  DeliverySummary,
  Endpoint,
  EndpointDelivery,
  EndpointDeliveryDetail,
  NewEndpoint,
  RedeliveredToEndpoint,
  RedeliverToEndpoint,
  UpdateEndpoint,
} from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import {
  ChannelUpdateEvent,
  EndpointEnabledEvent,
  EventBatch,
  InventorySourceUpdateEvent,
  InventoryUpdateEvent,
  WebhookEnabledEvent,
} from "@highstreet/router/features/events/events.schema.ts";
import {
  FeedUndo,
  FileRejection,
  Ingest,
  Rejection,
  StockFile,
} from "@highstreet/router/features/ingest/ingest.schema.ts";
import { CreateKey, Key, NewKey } from "@highstreet/router/features/keys/keys.schema.ts";
import { Listing } from "@highstreet/router/features/listings/listings.schema.ts";
import { Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { Connection, SaveConnection } from "@highstreet/router/features/pulls/connections.schema.ts";
import {
  CreateRetailer,
  Retailer,
  RetailerWithStores,
  UpdateRetailer,
} from "@highstreet/router/features/retailers/retailers.schema.ts";
import { ChangeShelf, Shelf } from "@highstreet/router/features/rules/change-shelf.schema.ts";
import { CreateRule, Rule, UpdateRule } from "@highstreet/router/features/rules/rules.schema.ts";
import { Item, Missing, Product, Visibility } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { ConnectRetailerSource, ConnectSource } from "@highstreet/router/features/sources/connect-source.schema.ts";
import {
  ConnectedRetailerSource,
  ConnectedSource,
  Provider,
  ProviderDetails,
  RetailerSource,
  SourceRecord,
} from "@highstreet/router/features/sources/source.schema.ts";
import { MoveClock, TestClock } from "@highstreet/router/features/test-clock/test-clock.schema.ts";
import {
  Attempt,
  Delivery,
  DeliveryDetail,
  Redelivered,
  TestAnswer,
} from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import type { z } from "zod";
import { type JsonSchema, nameSchema } from "./json-schema.ts";
import { warningsText } from "./warning-guide.ts";

export const components: Record<string, [schema: z.ZodType, description: string]> = {
  Retailer: [Retailer, "A shop that the partner serves. The two statuses sum up its stores."],
  RetailerWithStores: [RetailerWithStores, "A retailer with its stores."],
  RetailerCreate: [CreateRetailer.shape.body, "A retailer to create, with its stores."],
  RetailerUpdate: [UpdateRetailer.shape.body, "JSON Merge Patch: a missing field keeps its value, null clears it."],
  TestClock: [TestClock, "The test clock of a test retailer."],
  TestClockMove: [MoveClock.shape.body, "How far ahead of real time the test clock is from now on."],
  Store: [Store, "A store of a retailer."],
  StoreCreate: [CreateStore.shape.body, "A store to create. Currency and time zone default from the country."],
  StoreUpdate: [
    UpdateStore.shape.body,
    "JSON Merge Patch: a missing field keeps its value, null clears it or sets the default.",
  ],
  Country: [Country, "ISO 3166-1 alpha-2 code, in capitals."],
  Currency: [Currency, "ISO 4217 code, in capitals."],
  Provider: [Provider, "A way to send stock."],
  ProviderDetails: [ProviderDetails, "A way to send stock, and the export of a known till or shop."],
  Source: [SourceRecord, "The source of a store's stock, and its latest feed."],
  ConnectedSource: [ConnectedSource, "A source with its upload key, which is shown only once."],
  SourceConnect: [ConnectSource.shape.body, "A way to send stock, with its parameters."],
  RetailerSource: [RetailerSource, "The source of the stock files of all stores of a retailer, and its latest file."],
  ConnectedRetailerSource: [
    ConnectedRetailerSource,
    "A source of files for all stores with its upload key, which is shown only once.",
  ],
  RetailerSourceConnect: [ConnectRetailerSource.shape.body, "A way to send files for all stores, with its parameters."],
  Connection: [Connection, "A connection to a shop system, without its secrets."],
  ConnectionSave: [SaveConnection.shape.body, "A shop system, and the credential to read from it."],
  FeedUndo: [FeedUndo, "What the undo of a feed has changed."],
  Ingest: [Ingest, "The result of a feed, or of a PATCH of stock lines."],
  Rejection: [Rejection, "A rejected line. The header is line 1."],
  StockFile: [StockFile, "A stock file of several stores, with its progress and the result of each store."],
  FileRejection: [FileRejection, "A rejected line of a stock file of several stores, with its store."],
  Item: [
    Item,
    "An item of a store with its effective values: the edit for the store, otherwise the edit for all stores, otherwise product data.",
  ],
  Product: [Product, "A product in all stores: shared values once, other values by store."],
  Visibility: [
    Visibility,
    "Why a channel shows an item or does not: every rule that hides the item, in order, with the call that changes the rule.",
  ],
  Missing: [
    Missing,
    "Product data that a channel wants beyond a title, and the call that adds it. The channel does not need it.",
  ],
  Customization: [Customization, "An edit of a product, for all stores or one. null: inherited."],
  Rule: [Rule, "A standing rule: which products it is about, and the one thing that it does to them."],
  Shelf: [Shelf, "What a store says about all of its items: its pause and its safety stock."],
  ShelfPatch: [
    ChangeShelf.shape.body,
    "JSON Merge Patch of a pause and a safety stock. A missing member keeps its value.",
  ],
  RuleCreate: [CreateRule.shape.body, "A rule to add. `preview` comes from a dry run with the same body."],
  RuleUpdate: [UpdateRule.shape.body, "JSON Merge Patch of a rule. A missing member keeps its value."],
  NotShownIn: [
    NotShownIn,
    "The stores that lack a channel of an edit for all stores. They show the product on its other channels.",
  ],
  EditedCustomization: [Edited, "The edit of a product after a PATCH."],
  ProductEdit: [
    EditProduct.shape.body,
    "JSON Merge Patch: a missing field keeps its value, null inherits it. A description, a brand or images need a title: of the edit, or of the product data.",
  ],
  CustomizationCreate: [
    PostCustomization.shape.body,
    "An edit with the barcode of its product. The item need not exist yet.",
  ],
  ChannelAbout: [ChannelAbout, "The catalogue entry of a channel."],
  CatalogueEntry: [
    CatalogueEntry,
    "A channel that stores can enable. `parameters` is the JSON Schema of its parameters.",
  ],
  ChannelRecord: [
    ChannelRecord,
    "A channel of a store. Only local ads have `dailyBudget`, `currency` and `upcomingChange`. Only webhooks have `previousSecretUntil`.",
  ],
  ChannelEnable: [EnableChannel.shape.body, "A channel to enable, with its parameters."],
  Affected: [Affected, "The effects of a write: affected stores and channels, and new events."],
  Warning: [
    Warning,
    `A problem that limits a channel, a source or a connection, and what to do about it.\n\n${warningsText}`,
  ],
  EventRecord: [EventRecord, "An event of a store's log. `data` is the same as in the webhook call."],
  Listing: [Listing, "An item at the search engine: the wanted state, the sent state, and the result."],
  Delivery: [Delivery, "An event, and the state of its delivery to the receiver."],
  DeliveryDetail: [DeliveryDetail, "A delivery with its request and every attempt."],
  Attempt: [
    Attempt,
    "A call to the receiver, or (`durationMs` null) the end of a delivery without a call, with its `reason`.",
  ],
  Redelivered: [Redelivered, "The result of sending a range again."],
  TestAnswer: [TestAnswer, "The receiver's answer to a test call."],
  Endpoint: [Endpoint, "An address that gets the events of many stores, without its secret."],
  NewEndpoint: [NewEndpoint, "An endpoint with its new secret, which is shown only once."],
  EndpointCreate: [CreateEndpoint, "An endpoint to add. Only `url` is needed."],
  EndpointUpdate: [UpdateEndpoint, "JSON Merge Patch: a missing member keeps its value, null sets the default."],
  EndpointDelivery: [EndpointDelivery, "An event, and the state of its delivery to an endpoint."],
  EndpointDeliveryDetail: [EndpointDeliveryDetail, "A delivery to an endpoint with its request and every attempt."],
  EndpointRedeliver: [RedeliverToEndpoint, "The events to send again. `since`, or `storeId` and `from`."],
  RedeliveredToEndpoint: [RedeliveredToEndpoint, "The result of sending events again, and where to go on."],
  DeliverySummary: [DeliverySummary, "The calls of a time, in total and by hour."],
  Operation: [Operation, "Several edits under one id, with their progress."],
  HistoryEntry: [HistoryEntry, "One write: the actor, the record, and its values before and after."],
  Key: [Key, "An API key without its secret, which is never shown again."],
  NewKey: [NewKey, "A new API key: `key` is shown only once."],
  KeyCreate: [CreateKey.shape.body, "A key to create, within the scopes, retailers and expiry of the calling key."],
  WebhookEnabledEvent: [WebhookEnabledEvent, "The first call to an endpoint. Events follow after a 2xx."],
  EndpointEnabledEvent: [EndpointEnabledEvent, "The first call to an endpoint of a partner or a retailer."],
  InventoryUpdateEvent: [InventoryUpdateEvent, "A stock status or price changed, or a product is new."],
  InventorySourceUpdateEvent: [
    InventorySourceUpdateEvent,
    "The store's inventory source changed its status or warnings.",
  ],
  ChannelUpdateEvent: [ChannelUpdateEvent, "A channel of the store changed its status or warnings."],
  EventBatch: [
    EventBatch,
    "Several events in one call, for an endpoint with `batchSize`. The answer is the result of all.",
  ],
};

for (const [name, [schema]] of Object.entries(components)) nameSchema(name, schema);

const text = (description: string): JsonSchema => ({ type: "string", description });

/** Schemas without a procedure: answers of the adapter, and rejected lines. */
export const adapterSchemas: Record<string, JsonSchema> = {
  Problem: {
    type: "object",
    description: "The answer to a call that failed (RFC 9457). Further members belong to some codes.",
    properties: {
      type: { ...text("Address of the code's explanation"), format: "uri" },
      title: text("The code as a sentence"),
      status: { type: "integer", description: "The HTTP status" },
      detail: text("The problem of this call, and how to correct it"),
      instance: text("Path of the call"),
      code: { type: "string", description: "What to tell errors apart by", enum: Object.keys(statusOf) },
      requestId: text("The call's id, as in X-Request-Id"),
      errors: {
        type: "array",
        description: "The first wrong fields",
        maxItems: 100,
        items: { $ref: "#/components/schemas/FieldError" },
      },
    },
    required: ["type", "title", "status", "detail", "instance", "code", "requestId"],
  },
  FieldError: {
    type: "object",
    description: "A wrong field of a body, or a wrong query parameter.",
    properties: {
      pointer: text(
        "JSON Pointer into the body (in a batch it begins with the index), or `?name` for a query parameter",
      ),
      code: text("`Required`, `UnknownField`, `InvalidType`, `InvalidValue`, `InvalidFormat`, `TooSmall`, `TooBig`, …"),
      message: text("What it must be"),
      limit: { type: "number", description: "The limit of `TooSmall` and `TooBig`" },
    },
    required: ["pointer", "code", "message"],
  },
  PageLinks: {
    type: "object",
    description: "Absolute addresses of the neighbouring pages, brackets left as they are; null at the ends.",
    properties: {
      next: { description: "The next page; null: this is the last one", anyOf: [{ type: "string" }, { type: "null" }] },
      prev: {
        description: "The page before; null: this is the first one",
        anyOf: [{ type: "string" }, { type: "null" }],
      },
    },
    required: ["next", "prev"],
  },
  StockLine: {
    type: "object",
    description:
      "A line of stock, by the usual names; aliases of a feed's columns are understood too. The answer lists other members as `ignoredMembers`.",
    properties: {
      barcode: {
        description: "As the point of sale holds it. A number keeps all its digits, but has no leading zeros",
        anyOf: [{ type: "string" }, { type: "integer" }],
      },
      price: {
        description: "VAT included; may be left out of a known item",
        anyOf: [{ type: "number" }, { type: "string" }],
      },
      quantity: { description: "May be left out of a known item", anyOf: [{ type: "number" }, { type: "string" }] },
      quantityDelta: {
        description:
          "In place of a quantity: how much is added to it, negative for a sale. Only with an `Idempotency-Key`, and only for a known item with a quantity",
        type: "number",
      },
      expectedQuantity: {
        description: "The line counts only if the item has this quantity. A rejection has its `currentQuantity`",
        type: "number",
      },
      availability: text("Without a quantity: `in stock`, `limited availability` or `out of stock`"),
      currency: text("ISO 4217; default the store's"),
      condition: text("`new` (default), `refurbished` or `used`"),
      title: text("For this store, below the product feed"),
      brand: text("For this store, below the product feed"),
      image: {
        description: "http or https URLs, for this store, below the product feed",
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
      },
      category: text("For this store, below the product feed"),
    },
    additionalProperties: {},
  },
  DryRun: {
    type: "object",
    description: "What a write with `?dryRun=true` would do. Nothing was written.",
    properties: {
      response: { description: "The body that the call would be answered with; null: none" },
      affected: { $ref: "#/components/schemas/Affected" },
    },
    required: ["response", "affected"],
  },
};
