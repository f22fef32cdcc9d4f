import { ChannelAbout, ChannelRecord, Warning } from "@highstreet/router/core/channels/channel.schema.ts";
import { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { EventRecord } from "@highstreet/router/core/log/events.schema.ts";
import { Country, CreateStore, Currency, Store, UpdateStore } from "@highstreet/router/core/stores/stores.schema.ts";
import { CatalogueEntry, EnableChannel } from "@highstreet/router/features/channels/channels.schema.ts";
import {
  Customization,
  EditProduct,
  PostCustomization,
} from "@highstreet/router/features/customizations/customizations.schema.ts";
import { Affected } from "@highstreet/router/features/dry-run/dry-run.schema.ts";
import {
  ChannelUpdateEvent,
  InventorySourceUpdateEvent,
  InventoryUpdateEvent,
  WebhookEnabledEvent,
} from "@highstreet/router/features/events/event-body.schema.ts";
import {
  Ingest,
  Item,
  Product,
  Provider,
  ProviderDetails,
  Rejection,
  Visibility,
} from "@highstreet/router/features/inventory/inventory.schema.ts";
import { ConnectedSource, ConnectSource, SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
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
import { Attempt, Delivery, DeliveryDetail } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Redelivered, TestAnswer } from "@highstreet/router/features/webhooks/endpoint.schema.ts";
import type { z } from "zod";
import { nameSchema } from "./json-schema.ts";

/** The named schemas of the document with their descriptions. */
export const components: Record<string, [schema: z.ZodType, description: string]> = {
  Retailer: [Retailer, "A shop that the partner serves. The two statuses sum up its stores."],
  RetailerWithStores: [RetailerWithStores, "A retailer with its stores."],
  RetailerCreate: [CreateRetailer.shape.body, "A retailer to create, with its stores."],
  RetailerUpdate: [UpdateRetailer.shape.body, "JSON Merge Patch: a missing field keeps its value, null clears it."],
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
  Connection: [Connection, "A connection to a shop system, without its secrets."],
  ConnectionSave: [SaveConnection.shape.body, "A shop system, and the credential to read from it."],
  Ingest: [Ingest, "The result of a feed, or of a PATCH of stock lines."],
  Rejection: [Rejection, "A rejected line. The header is line 1."],
  Item: [
    Item,
    "An item of a store with its effective values: the edit for the store, otherwise the edit for all stores, otherwise product data.",
  ],
  Product: [Product, "A product in all stores: shared values once, other values by store."],
  Visibility: [
    Visibility,
    "Why a channel shows an item or does not: every rule that hides the item, in order, with the call that changes the rule.",
  ],
  Customization: [Customization, "An edit of a product, for all stores or one. null: inherited."],
  ProductEdit: [
    EditProduct.shape.body,
    "JSON Merge Patch: a missing field keeps its value, null inherits it. Custom data needs title, description, brand and image together.",
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
  Warning: [Warning, "A problem that limits a channel, and what to do about it."],
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
  Operation: [Operation, "Several edits under one id, with their progress."],
  HistoryEntry: [HistoryEntry, "One write: the actor, the record, and its values before and after."],
  Key: [Key, "An API key without its secret, which is never shown again."],
  NewKey: [NewKey, "A new API key: `key` is shown only once."],
  KeyCreate: [CreateKey.shape.body, "A key to create, within the scopes, retailers and expiry of the calling key."],
  WebhookEnabledEvent: [WebhookEnabledEvent, "The first call to an endpoint. Events follow after a 2xx."],
  InventoryUpdateEvent: [InventoryUpdateEvent, "A stock status or price changed, or a product is new."],
  InventorySourceUpdateEvent: [
    InventorySourceUpdateEvent,
    "The store's inventory source changed its status or warnings.",
  ],
  ChannelUpdateEvent: [ChannelUpdateEvent, "A channel of the store changed its status or warnings."],
};

for (const [name, [schema]] of Object.entries(components)) nameSchema(name, schema);
