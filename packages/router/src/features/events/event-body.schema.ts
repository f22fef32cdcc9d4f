import { z } from "zod";
import { ChannelAbout, ChannelStatus, Warning } from "../../core/channels/channel.schema.ts";
import { conditions, stockStatuses } from "../../core/items/items.schema.ts";
import { Source } from "../inventory/inventory.schema.ts";

const ref = z.strictObject({ id: z.string() });
const inStore = { store: ref, retailer: ref };

/** Product data, if `enhancedProductData` is on. Unknown values are null. */
const ProductData = z.strictObject({
  title: z.string().nullable(),
  contentLanguage: z.string().describe("ISO 639-1, lower case; always en for now"),
  brand: z.string().nullable().describe("Of books: may be the author"),
  description: z.string().nullable().describe("May contain basic HTML"),
  images: z.array(z.string()).nullable(),
  category: z.string().nullable(),
  attributes: z.strictObject({ color: z.string().nullable(), size: z.string().nullable() }).partial().nullable(),
  groupId: z.string().nullable().describe("The group of products that this one is a variant in"),
});

/** The first call to an endpoint. It must answer 2xx before other events follow. */
export const WebhookEnabledEvent = z.strictObject({
  action: z.literal("webhook.enabled"),
  data: z.strictObject({ retailer: ref, store: ref }),
});

/** A stock status or price changed, or a product is new. */
export const InventoryUpdateEvent = z.strictObject({
  action: z.literal("inventory.update"),
  data: z.strictObject({
    id: z.string().describe("Normalized id of the item"),
    barcode: z.string().describe("Plain barcode; may be a non-numeric id"),
    status: z.enum(stockStatuses),
    price: z.number().describe("With two decimals, VAT included where applicable"),
    currency: z.string().describe("ISO 4217"),
    condition: z.enum(conditions),
    createdAt: z.string().describe("When the update was made"),
    store: ref,
    product: ProductData.optional().describe("Only where the channel has enhancedProductData"),
  }),
});

/** The store's inventory source changed its status or warnings. */
export const InventorySourceUpdateEvent = z.strictObject({
  action: z.literal("inventory_source.update"),
  data: z.strictObject({ ...inStore, ...Source.shape }),
});

/** A channel of the store changed its status or warnings. */
export const ChannelUpdateEvent = z.strictObject({
  action: z.literal("channel.update"),
  data: z.strictObject({ ...inStore, status: ChannelStatus, channel: ChannelAbout, warnings: z.array(Warning) }),
});

/** The body of a webhook call, by `action`. */
export const EventBody = z.discriminatedUnion("action", [
  WebhookEnabledEvent,
  InventoryUpdateEvent,
  InventorySourceUpdateEvent,
  ChannelUpdateEvent,
]);
export type EventBody = z.infer<typeof EventBody>;
