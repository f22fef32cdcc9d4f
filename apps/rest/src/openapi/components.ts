import { ChannelAbout, ChannelRecord, Warning } from "@highstreet/router/core/channels/channel.schema.ts";
import { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { EventRecord } from "@highstreet/router/core/log/events.schema.ts";
import { Country, Currency } from "@highstreet/router/core/stores/country.schema.ts";
import { CreateStore, Store, UpdateStore } from "@highstreet/router/core/stores/stores.schema.ts";
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
  Rejection,
  Visibility,
} from "@highstreet/router/features/inventory/inventory.schema.ts";
import { ConnectedSource, ConnectSource, SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { CreateKey, Key, NewKey } from "@highstreet/router/features/keys/keys.schema.ts";
import { Listing } from "@highstreet/router/features/listings/listings.schema.ts";
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

/** The schemas that have a name in the document, and what it says of each. */
export const components: Record<string, [schema: z.ZodType, description: string]> = {
  Retailer: [Retailer, "A shop that the partner serves. The two statuses sum up its stores."],
  RetailerWithStores: [RetailerWithStores, "A retailer with its stores."],
  RetailerCreate: [CreateRetailer.shape.body, "A retailer to create, with its stores."],
  RetailerUpdate: [UpdateRetailer.shape.body, "JSON Merge Patch: what is left out is kept, null clears."],
  Store: [Store, "A store of a retailer."],
  StoreCreate: [CreateStore.shape.body, "A store to create. Currency and time zone default from the country."],
  StoreUpdate: [UpdateStore.shape.body, "JSON Merge Patch: what is left out is kept, null clears or sets the default."],
  Country: [Country, "ISO 3166-1 alpha-2 code, in capitals."],
  Currency: [Currency, "ISO 4217 code, in capitals."],
  Provider: [Provider, "A way in which stock comes to us."],
  Source: [SourceRecord, "Where a store's stock comes from, and how its latest feed went."],
  ConnectedSource: [ConnectedSource, "A source with the key that sends its feeds, which is shown this once."],
  SourceConnect: [ConnectSource.shape.body, "A way for stock to come, with its parameters."],
  Ingest: [Ingest, "What became of a feed, or of a PATCH of stock lines."],
  Rejection: [Rejection, "A line that was not taken. `line` counts from the header, which is 1."],
  Item: [
    Item,
    "An item of a store, with effective values: the store's edit, else that for all stores, else product data.",
  ],
  Product: [Product, "A product in all stores: what they share once, the rest by store."],
  Visibility: [
    Visibility,
    "Why a channel shows an item or does not: every rule that stands in the way, in order, with the call that would change it.",
  ],
  Customization: [Customization, "An edit of a product, for all stores or one. null: inherited."],
  ProductEdit: [
    EditProduct.shape.body,
    "JSON Merge Patch: what is left out is kept, null is inherited again. Custom data needs all of title, description, brand and image.",
  ],
  CustomizationCreate: [PostCustomization.shape.body, "An edit that names its product; the item need not exist yet."],
  ChannelAbout: [ChannelAbout, "A channel as the catalogue knows it."],
  CatalogueEntry: [CatalogueEntry, "A channel that can be enabled; `parameters` is the JSON Schema of what it takes."],
  ChannelRecord: [
    ChannelRecord,
    "A channel of a store. Local ads alone have `dailyBudget` and `upcomingChange`, webhooks `previousSecretUntil`.",
  ],
  ChannelEnable: [EnableChannel.shape.body, "A channel to enable, with its parameters."],
  Affected: [Affected, "Who would notice a write, and what the stores' logs would gain."],
  Warning: [Warning, "Something that keeps a channel from working as it should, and what to do."],
  EventRecord: [EventRecord, "An event of a store's log; `data` is that of the webhook call."],
  Listing: [Listing, "An item at the search engine: what it is to be, what was sent, and what became of it."],
  Delivery: [Delivery, "An event, and what became of telling the receiver of it."],
  DeliveryDetail: [DeliveryDetail, "A delivery with its request and every attempt."],
  Attempt: [Attempt, "A call to the receiver, or (`durationMs` null) how a delivery ended without one."],
  Redelivered: [Redelivered, "What became of sending a range again."],
  TestAnswer: [TestAnswer, "What the receiver said to a test call."],
  HistoryEntry: [HistoryEntry, "One write: who changed what, from what to what."],
  Key: [Key, "An API key as it is listed; its secret is never shown again."],
  NewKey: [NewKey, "A new API key: `key` is shown this once."],
  KeyCreate: [CreateKey.shape.body, "A key to create, within one's own scopes, retailers and expiry."],
  WebhookEnabledEvent: [
    WebhookEnabledEvent,
    "The first call to an endpoint, which must answer 2xx before events follow.",
  ],
  InventoryUpdateEvent: [InventoryUpdateEvent, "A stock status or price changed, or a product is new."],
  InventorySourceUpdateEvent: [
    InventorySourceUpdateEvent,
    "The store's inventory source changed its status or warnings.",
  ],
  ChannelUpdateEvent: [ChannelUpdateEvent, "A channel of the store changed its status or warnings."],
};

for (const [name, [schema]] of Object.entries(components)) nameSchema(name, schema);
