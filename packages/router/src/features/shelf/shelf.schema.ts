import { z } from "zod";
import { ChannelId, ChannelName } from "../../core/channels/channel.schema.ts";
import { Condition, CurrencyShown, priceText, productText, StockStatus } from "../../core/items/item-fields.schema.ts";
import { stockStatuses } from "../../core/items/items.schema.ts";
import { barcode, QueryFlag, QueryTime, storableText } from "../../kernel/body.schema.ts";
import { barcodeShown, createdAt, storeIdShown, updatedAt } from "../../kernel/fields.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";

const inStore = { retailerId: z.string(), storeId: z.string() };

const Fix = z.object({
  method: z.string().describe("HTTP method"),
  path: z.string().describe("Path of this service, with `/v1`"),
  body: z
    .object({
      barcode: z.string().optional().describe("The product, if its barcode is a fixed word of addresses"),
      type: z.string().optional().describe("Catalogue id of the channel to enable"),
      hidden: z.boolean().optional().describe("Sets whether the product is hidden"),
      channels: z.array(z.string()).optional().describe("Sets the channels that show the product"),
      pause: z.null().optional().describe("Ends the pause of the store"),
      safetyStock: z.null().optional().describe("Ends the safety stock of the store"),
    })
    .nullable()
    .describe("JSON body of the call; null: none"),
  missing: z.array(z.string()).describe("Members that the caller must add to the body; empty: send the body as it is"),
});

/** The channel shows the product without it, but less well. */
export const Missing = z.object({
  channel: ChannelId.describe("The channel that wants it"),
  field: z.enum(["image", "description", "brand"]).describe("What the product lacks"),
  fix: Fix.describe("The call that adds it"),
});
export type Missing = z.infer<typeof Missing>;

const RuleName = z.object({
  id: z.string().describe("UUID of the rule"),
  name: z.string().describe("Its name"),
  storeId: z.string().nullable().describe("The store of the rule; null: a rule of all stores"),
});

export const VisibilityReason = z.object({
  code: z
    .enum([
      "ChannelNotEnabled",
      "ChannelPending",
      "StorePaused",
      "Hidden",
      "HiddenByRule",
      "NotInChannels",
      "NotInChannelsByRule",
      "NeedsSearchListing",
      "OutOfStock",
      "ListingPending",
      "ListingRejected",
      "ListingDisapproved",
      "Shown",
    ])
    .describe("The rule, for programs. The guide “What is shown where” explains each one"),
  message: z.string().describe("The rule in this case, for people"),
  fix: Fix.nullable().describe("The call that changes the rule; null: no call can"),
  rule: RuleName.optional().describe(
    "The standing rule, of `HiddenByRule` and `NotInChannelsByRule`, and of `OutOfStock` by its safety stock. `fix` is an exception for this product",
  ),
});
export type VisibilityReason = z.infer<typeof VisibilityReason>;

/** In the order of the rules. */
export const Visibility = z.object({
  channel: z.string().describe("Catalogue id of the channel"),
  visible: z.boolean().describe("Whether the channel shows the item now"),
  reasons: z
    .array(VisibilityReason)
    .describe("Every rule that hides the item, in the order of the rules. Of a visible item: `Shown`"),
});
export type Visibility = z.infer<typeof Visibility>;

export const Item = z.object({
  id: z.string().describe("Normalized id: local:en:<country>:<barcode>"),
  barcode: barcodeShown,
  storeId: storeIdShown,
  status: StockStatus,
  quantity: z
    .number()
    .nullable()
    .describe(
      "As the source counts, also fractions and numbers below 0; null: the source has sent an availability alone",
    ),
  price: z.number().describe(`What a customer pays now. ${priceText}`),
  regularPrice: z.number().nullable().describe("The price without the sale; null: no sale"),
  sale: z
    .object({
      price: z.number().describe(priceText),
      from: z.string().nullable().describe("First moment, RFC 3339 in UTC; null: it has begun"),
      until: z.string().nullable().describe("First moment after it, RFC 3339 in UTC; null: no end"),
    })
    .nullable()
    .describe("A sale that counts now, or from a time that is still ahead; null: none. A bound of null is no bound"),
  currency: CurrencyShown,
  condition: Condition,
  hidden: z
    .boolean()
    .describe(
      "Whether the item is hidden now. The edit for the store decides, otherwise the one for all stores, otherwise the rules",
    ),
  hiddenEverywhere: z.boolean().describe("Hidden by the edit for all stores"),
  channels: z.array(z.string()).nullable().describe("Channels that an edit or the rules leave; null: every channel"),
  title: z.string().nullable().describe(productText.title),
  description: z.string().nullable().describe(productText.description),
  brand: z.string().nullable().describe(productText.brand),
  images: z.array(z.string()).describe(productText.images),
  category: z.string().nullable().describe(productText.category),
  attributes: z
    .object({
      color: z.string().nullable().describe(productText.color),
      size: z.string().nullable().describe(productText.size),
    })
    .describe(productText.attributes),
  groupId: z.string().nullable().describe(productText.groupId),
  textsByRules: z
    .array(
      z.object({
        field: z.string().describe("`title`, `brand`, `description` or `category`"),
        rule: RuleName.describe("The standing rule. An edit of the field wins over it"),
      }),
    )
    .describe("Texts that standing rules give the item, because no edit has them"),
  visibility: z.array(Visibility).describe("Each channel of the catalogue: whether it shows the item, and why"),
  missing: z
    .array(Missing)
    .describe("Product data that a channel wants beyond a title, also a channel that the store does not have"),
  createdAt,
  updatedAt,
  version: z.int().describe("Version of the edit that a PATCH here changes, for If-Match; 0: there is none yet"),
});
export type Item = z.infer<typeof Item>;

/** Filters of the items of a store. `q` and `barcode` find the same as in a `ProductFilter`. */
export const ListItems = z.strictObject({
  ...inStore,
  page: Page,
  status: z.enum(stockStatuses).optional(),
  hidden: QueryFlag.optional(),
  channel: ChannelName.optional().describe("Only items that no edit, rule or pause keeps from this channel"),
  missing: ChannelName.optional().describe("Only items that lack product data which this channel wants"),
  q: z.string().max(200).optional(),
  barcode: z.string().min(1).max(2_000).optional().describe("Only the item with this barcode"),
  updatedSince: QueryTime.optional(),
});
export type ListItems = z.infer<typeof ListItems>;
export const ItemPage = pageOf(Item);

export const PRODUCT_STORES = 100;

export const Product = Item.omit({
  storeId: true,
  status: true,
  quantity: true,
  price: true,
  regularPrice: true,
  sale: true,
  currency: true,
  condition: true,
  hidden: true,
  hiddenEverywhere: true,
  channels: true,
  visibility: true,
}).extend({
  stores: z
    .array(
      Item.pick({
        storeId: true,
        status: true,
        quantity: true,
        price: true,
        regularPrice: true,
        sale: true,
        currency: true,
        condition: true,
        hidden: true,
        channels: true,
        visibility: true,
        version: true,
        updatedAt: true,
      }).extend({ storeName: z.string().describe("Name of the store") }),
    )
    .describe(
      `At most the ${PRODUCT_STORES} oldest stores with the product. Read the item of another store at \`/retailers/{retailerId}/stores/{storeId}/inventory/{barcode}\``,
    ),
  storesTotal: z.int().describe("Number of stores with the product"),
  brokenImages: z
    .array(z.string())
    .describe(
      "Those of `images` and of the images for search that did not load when the service last tried them, at most once a day",
    ),
  links: z
    .object({ stores: z.string().describe("The list of all stores of the retailer, in pages") })
    .describe("Addresses of what the record leaves out"),
});
export type Product = z.infer<typeof Product>;

export const GetProduct = z.strictObject({ retailerId: z.string(), barcode: z.string() });
export type GetProduct = z.infer<typeof GetProduct>;

export const GetItem = z.strictObject({ ...inStore, barcode: z.string() });
export type GetItem = z.infer<typeof GetItem>;

export const ListStockLevels = z.strictObject(inStore);
/** After each of the last ingests of a store, oldest first. */
export const StockLevels = z.array(z.object({ at: z.string(), inStock: z.int() }));
export type StockLevels = z.infer<typeof StockLevels>;

/** What customers saw of an item from a time on, oldest first. */
export const ItemStates = z.array(
  z.object({ at: z.string(), status: z.enum(stockStatuses), price: z.number(), currency: z.string() }),
);
export type ItemStates = z.infer<typeof ItemStates>;

export const NotShownBecause = VisibilityReason.shape.code.exclude(["Shown"]);
export type NotShownBecause = z.infer<typeof NotShownBecause>;

/** Selects products of a retailer. A product matches if one of its items, in the stores that `storeId` leaves, has all values. */
export const ProductFilter = z.strictObject({
  storeId: z.uuid().optional().describe("Only this store. Then the edit is for this store alone"),
  q: storableText.max(200).optional().describe("The beginning of a barcode, or words of the title"),
  barcode: barcode(storableText.min(1).max(2_000)).optional().describe("Only the product with this barcode"),
  status: z.enum(stockStatuses).optional().describe("Only products with this stock status in one of the stores"),
  hidden: z.boolean().optional().describe("true: only hidden products. false: only shown ones"),
  edited: z
    .boolean()
    .optional()
    .describe("true: only products with own text, pictures or channels. false: only those without"),
  shownOn: ChannelName.optional().describe("Only products that this channel shows"),
  notShownOn: ChannelName.optional().describe("Only products that this channel does not show"),
  because: z
    .enum([...NotShownBecause.options, "ListingRefused"])
    .optional()
    .describe(
      "Only for this reason. `ListingRefused`: the search engine refuses the listing, whatever else hides the product. Needs `notShownOn`",
    ),
  missing: ChannelName.optional().describe("Only products that lack product data which this channel wants"),
  titled: z.boolean().optional().describe("true: only products with a title. false: only those without"),
  brokenPicture: z.boolean().optional().describe("true: only products with a picture that does not load"),
  addedSince: QueryTime.optional().describe("Only products that a store has had since this time at the earliest"),
});
export type ProductFilter = z.infer<typeof ProductFilter>;

export const ProductSort = z.enum(["barcode", "name", "price", "quantity", "updated"]);
export type ProductSort = z.infer<typeof ProductSort>;

export const ProductOrder = z.strictObject({
  sort: ProductSort.default("barcode"),
  descending: z.boolean().default(false),
});
export type ProductOrder = z.infer<typeof ProductOrder>;

export const FindProducts = z.strictObject({
  retailerId: z.string(),
  filter: ProductFilter.default({}),
  order: ProductOrder.prefault({}),
  /** The first page is 1. */
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(100).default(50),
});
export type FindProducts = z.infer<typeof FindProducts>;

export const CountProducts = z.strictObject({ retailerId: z.string(), storeId: z.string().optional() });
export type CountProducts = z.infer<typeof CountProducts>;

/** Products of the retailer, or of the store. In several stores, a product counts in each number that one of its items has. */
export const ProductCounts = z.object({
  products: z.int(),
  outOfStock: z.int(),
  shown: z.int().describe("Not hidden"),
  hidden: z.int(),
  channels: z.array(
    z.object({
      id: ChannelId,
      isOn: z.boolean().describe("A store of the count has the channel"),
      shown: z.int(),
      refused: z.int(),
      reasons: z
        .array(z.object({ because: NotShownBecause, products: z.int() }))
        .describe("Why it does not show the others"),
    }),
  ),
  isCut: z.boolean().describe("There are more items than a search finds"),
});
export type ProductCounts = z.infer<typeof ProductCounts>;

export const ExportProducts = FindProducts.pick({ retailerId: true, filter: true, order: true });
export type ExportProducts = z.infer<typeof ExportProducts>;

export const ProductSummary = z.object({
  barcode: z.string(),
  title: z.string().nullable(),
  brand: z.string().nullable(),
  image: z.string().nullable(),
  price: z.number().describe("The lowest price of the stores"),
  highestPrice: z.number(),
  currency: z.string(),
  quantity: z
    .number()
    .nullable()
    .describe("In all of the stores; null: one of them has an availability without a quantity"),
  status: z.enum(stockStatuses).describe("Of the store with the most"),
  stores: z.int().describe("Number of stores that have the product"),
  hiddenIn: z.int().describe("Number of these stores that hide the product"),
  hiddenEverywhere: z.boolean().describe("Hidden by the edit for all stores"),
  edited: z.boolean(),
  refused: NotShownBecause.nullable().describe("What the search engine has against the listing in one of the stores"),
  missing: z
    .array(Missing.shape.field)
    .describe("What search wants in one of the stores that have it, and the product lacks"),
});
export type ProductSummary = z.infer<typeof ProductSummary>;

export const FoundProducts = z.object({ data: z.array(ProductSummary), total: z.int() });
export type FoundProducts = z.infer<typeof FoundProducts>;

export interface ExportedProduct extends ProductSummary {
  cells: Record<
    "hidden" | "channels" | "title" | "description" | "brand" | "searchTitle" | "searchDescription" | "searchImage",
    string
  >;
}

export const ProductParts = z.custom<AsyncIterable<ExportedProduct[]>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);
