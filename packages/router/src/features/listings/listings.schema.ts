import { z } from "zod";
import { stockStatuses } from "../../core/items/items.schema.ts";
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

/** The listings of a store's channel. `q` is the beginning of a barcode, or words of the title. */
export const ListListings = z.strictObject({
  ...ofChannel,
  page: Page,
  state: ListingState.optional(),
  q: z.string().max(200).optional(),
});
export type ListListings = z.infer<typeof ListListings>;

export const CountListings = z.strictObject(ofChannel);
export type CountListings = z.infer<typeof CountListings>;

const Shown = z.object({
  status: z.enum(stockStatuses),
  price: z.number(),
  currency: z.string(),
  title: z.string().nullable().describe("null: the search engine uses its own catalogue"),
  description: z.string().nullable(),
  brand: z.string().nullable(),
  images: z.array(z.string()),
});

/** An item at the search engine: its wanted state, the sent state, and the result. */
export const Listing = z.object({
  barcode: z.string(),
  title: z.string().nullable().describe("The title of the shop; null: unknown"),
  state: ListingState.describe(
    "waiting: will be sent. sent: accepted. refused: not accepted. disapproved: accepted, but not shown. withdrawn: no longer shown, sent as out of stock. unidentified: not sent, because the barcode is no GTIN and the item has no title",
  ),
  wanted: Shown.nullable().describe("The wanted state; null: the item should not show"),
  sent: Shown.nullable().describe("The state that the search engine last accepted; null: none, or withdrawn"),
  sentAt: z.string().nullable(),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("The reason if the item is refused, disapproved or not sent"),
  updatedAt: z.string(),
});
export type Listing = z.infer<typeof Listing>;
export const ListingPage = pageOf(Listing);

/** The count of a state stops at this number, so that it stays fast. */
export const MOST_COUNTED = 10_000;

/** Number of listings in each state; `MOST_COUNTED` means that many or more. */
export const ListingCounts = z.object({
  waiting: z.int(),
  sent: z.int(),
  refused: z.int(),
  disapproved: z.int(),
  withdrawn: z.int(),
  unidentified: z.int(),
});
export type ListingCounts = z.infer<typeof ListingCounts>;
