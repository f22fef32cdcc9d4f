import { z } from "zod";
import { ChannelAbout, ChannelStatus, Warning } from "../../core/channels/channel.schema.ts";
import { Condition, CurrencyShown, priceText, productText, StockStatus } from "../../core/items/item-fields.schema.ts";
import { barcodeShown } from "../../kernel/fields.schema.ts";
import { Source } from "../sources/source.schema.ts";

const ref = (record: string) =>
  z.strictObject({ id: z.string().describe(`UUID of the ${record}`) }).describe(`The ${record} of the event`);
const store = ref("store");
const retailer = ref("retailer");
const inStore = { store, retailer };

/** Product data, if `enhancedProductData` is on. Unknown values are null. */
const ProductData = z.strictObject({
  title: z.string().nullable().describe(productText.title),
  contentLanguage: z.string().describe("ISO 639-1, lower case; always en for now"),
  brand: z.string().nullable().describe(productText.brand),
  description: z.string().nullable().describe(productText.description),
  images: z.array(z.string()).nullable().describe(`${productText.images}; null: none`),
  category: z.string().nullable().describe(productText.category),
  attributes: z
    .strictObject({
      color: z.string().nullable().describe(productText.color),
      size: z.string().nullable().describe(productText.size),
    })
    .partial()
    .nullable()
    .describe(`${productText.attributes}; null: unknown`),
  groupId: z.string().nullable().describe(productText.groupId),
});

const actionMeans = "The kind of event. It decides the shape of `data`";

/** The first call to an endpoint. It must answer 2xx before other events follow. */
export const WebhookEnabledEvent = z.strictObject({
  action: z.literal("webhook.enabled").describe(actionMeans),
  data: z.strictObject({ retailer, store }).describe("Whose endpoint this is"),
});

/** The first call to an endpoint of a partner or a retailer. */
export const EndpointEnabledEvent = z.strictObject({
  action: z.literal("webhook.enabled").describe(actionMeans),
  data: z
    .strictObject({
      endpoint: z.strictObject({ id: z.string().describe("UUID of the endpoint") }).describe("The endpoint itself"),
      retailer: retailer.optional().describe("Only of an endpoint of a retailer"),
    })
    .describe("Which endpoint this is"),
});

/** A status or price changed, or a product is new. */
export const InventoryUpdateEvent = z.strictObject({
  action: z.literal("inventory.update").describe(actionMeans),
  data: z
    .strictObject({
      id: z.string().describe("Normalized id of the item: `local:en:<country>:<barcode>`"),
      barcode: barcodeShown,
      status: StockStatus.describe(
        "`in_stock`: 3 or more. `low_stock`: less than 3, and more than 0. `out_of_stock`: 0 or less, or no longer shown. A quantity that moves within a status sends nothing",
      ),
      price: z.number().describe(priceText),
      currency: CurrencyShown,
      condition: Condition,
      createdAt: z.string().describe("When the change was made, RFC 3339 in UTC"),
      store,
      product: ProductData.optional().describe(
        "Only if the channel has `enhancedProductData`. All eight members are there",
      ),
      retailer: retailer.optional().describe("Only in calls to an endpoint of a partner or a retailer"),
    })
    .describe("The state of the item from now on"),
});

export const InventorySourceUpdateEvent = z.strictObject({
  action: z.literal("inventory_source.update").describe(actionMeans),
  data: z.strictObject({ ...inStore, ...Source.shape }).describe("The state of the source from now on"),
});

export const ChannelUpdateEvent = z.strictObject({
  action: z.literal("channel.update").describe(actionMeans),
  data: z
    .strictObject({
      ...inStore,
      status: ChannelStatus.describe("`connected`: it publishes. `pending`: it waits, and `warnings` says for what"),
      channel: ChannelAbout,
      warnings: z.array(Warning).describe("All warnings of the channel from now on; empty: none"),
    })
    .describe("The state of the channel from now on"),
});

const inBatch = {
  id: z.string().describe("The same in every call with this event"),
  sequence: z.int().describe("The event's place in the store's log. A lower one that arrives later is out of date"),
};

/** The body of a call to an endpoint with `batchSize` from 2 on. */
export const EventBatch = z.strictObject({
  events: z
    .array(
      z.discriminatedUnion("action", [
        InventoryUpdateEvent.extend(inBatch),
        InventorySourceUpdateEvent.extend(inBatch),
        ChannelUpdateEvent.extend(inBatch),
      ]),
    )
    .describe("1 to 100 events, of one store or of several. At most one of an item, a source or a channel"),
});

export const EventBody = z.discriminatedUnion("action", [
  WebhookEnabledEvent,
  InventoryUpdateEvent,
  InventorySourceUpdateEvent,
  ChannelUpdateEvent,
]);
export type EventBody = z.infer<typeof EventBody>;

export const FollowChanges = z.strictObject({
  retailerId: z.string(),
  /** The last notice before a lost connection. An id of another process counts as unknown. */
  lastEventId: z.string().max(100).nullish(),
});
export type FollowChanges = z.infer<typeof FollowChanges>;
