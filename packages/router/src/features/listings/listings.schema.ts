import { z } from "zod";
import { Page, pageOf } from "../../kernel/paging.schema.ts";

const ofChannel = {
  retailerId: z.string(),
  storeId: z.string(),
  /** A catalogue id or one of its other spellings. */
  type: z.string(),
};

export const listingStates = ["waiting", "sent", "refused", "disapproved", "withdrawn", "unidentified"] as const;
export const ListingState = z.enum(listingStates, `must be one of ${listingStates.join(", ")}`);
export type ListingState = z.infer<typeof ListingState>;

/** The listings of a store's channel; `q`: the beginning of a barcode, or words of the title. */
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
  status: z.enum(["in_stock", "low_stock", "out_of_stock"]),
  price: z.number(),
  currency: z.string(),
  title: z.string().nullable().describe("null: the search engine's own catalogue says what it is"),
  description: z.string().nullable(),
  brand: z.string().nullable(),
  images: z.array(z.string()),
});

/** An item at the search engine: what it is to be, what was sent, and what became of it. */
export const Listing = z.object({
  barcode: z.string(),
  title: z.string().nullable().describe("What the shop calls it; null: unknown"),
  state: ListingState.describe(
    "waiting: to be sent; sent; refused: not taken; disapproved: taken, and not shown; withdrawn: not to be shown; what had been sent was sent once more, as out of stock; unidentified: its barcode is no GTIN and it has no title, so it is not sent",
  ),
  wanted: Shown.nullable().describe("What is to be shown; null: nothing"),
  sent: Shown.nullable().describe("What the search engine took last; null: nothing, or it was withdrawn"),
  sentAt: z.string().nullable(),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why it was refused, is disapproved, or is not sent"),
  updatedAt: z.string(),
});
export type Listing = z.infer<typeof Listing>;
export const ListingPage = pageOf(Listing);

/** Maximum count of listings in each state. */
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
