import { z } from "zod";
import { CurrencyShown, priceText, productText, StockStatus } from "../../core/items/item-fields.schema.ts";
import { ItemPickup } from "../../core/stores/pickup.schema.ts";
import { barcodeShown, updatedAt } from "../../kernel/fields.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";

const ofChannel = {
  retailerId: z.string(),
  storeId: z.string(),
  /** A catalogue id or another accepted spelling. */
  type: z.string(),
};

export const listingStates = ["waiting", "sent", "refused", "disapproved", "withdrawn", "unidentified"] as const;
export const ListingState = z.enum(listingStates, `must be one of ${listingStates.join(", ")}`);
export type ListingState = z.infer<typeof ListingState>;

/** `q`: the beginning of a barcode, or words of the title. */
export const ListListings = z.strictObject({
  ...ofChannel,
  page: Page,
  state: ListingState.optional().describe("Only listings in this state"),
  q: z.string().max(200).optional(),
});
export type ListListings = z.infer<typeof ListListings>;

export const CountListings = z.strictObject(ofChannel);
export type CountListings = z.infer<typeof CountListings>;

const Shown = z.object({
  status: StockStatus,
  price: z.number().describe(priceText),
  currency: CurrencyShown,
  title: z.string().nullable().describe("null: the search engine uses its own catalogue"),
  description: z.string().nullable().describe(productText.description),
  brand: z.string().nullable().describe(productText.brand),
  images: z.array(z.string()).describe(productText.images),
  pickup: ItemPickup.nullable().describe(
    "How customers collect orders: the pickup of the product, else that of the store. null: neither has one",
  ),
});

export const Listing = z.object({
  barcode: barcodeShown,
  title: z.string().nullable().describe("The title of the shop; null: unknown"),
  state: ListingState.describe(
    "waiting: will be sent. sent: accepted. refused: not accepted. disapproved: accepted, but not shown. withdrawn: no longer shown, sent as out of stock. unidentified: not sent, because the barcode is no GTIN and the item has no title",
  ),
  wanted: Shown.nullable().describe("The wanted state; null: the item should not show"),
  sent: Shown.nullable().describe("The state that the search engine last accepted; null: none, or withdrawn"),
  sentAt: z.string().nullable().describe("When `sent` was accepted, RFC 3339 in UTC; null: never"),
  problem: z
    .object({
      code: z.string().describe("The search engine's code, or ours"),
      message: z.string().describe("The reason in words of the search engine, for people"),
    })
    .nullable()
    .describe("The reason if the item is refused, disapproved or not sent"),
  updatedAt,
});
export type Listing = z.infer<typeof Listing>;
export const ListingPage = pageOf(Listing);

/** Counts stop here, so that they stay fast. */
export const MAX_COUNTED = 10_000;

/** `MAX_COUNTED` means that many or more. */
export const ListingCounts = z.object({
  waiting: z.int(),
  sent: z.int(),
  refused: z.int(),
  disapproved: z.int(),
  withdrawn: z.int(),
  unidentified: z.int(),
});
export type ListingCounts = z.infer<typeof ListingCounts>;
