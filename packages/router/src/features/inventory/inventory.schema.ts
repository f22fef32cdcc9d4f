import { z } from "zod";
import { ChannelName } from "../../core/channels/channel.schema.ts";
import { conditions, stockStatuses } from "../../core/items/items.schema.ts";
import { QueryFlag, QueryTime, text } from "../../kernel/body.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";

const inStore = { retailerId: z.string(), storeId: z.string() };

/** A reason why a channel shows an item or does not: the rule, and the call that would change it. */
export const VisibilityReason = z.object({
  code: z.enum([
    "ChannelNotEnabled",
    "ChannelPending",
    "Hidden",
    "NotInChannels",
    "OutOfStock",
    "ListingPending",
    "ListingRejected",
    "ListingDisapproved",
    "Shown",
  ]),
  message: z.string(),
  fix: z
    .object({
      method: z.string(),
      path: z.string(),
      body: z
        .object({
          type: z.string().optional(),
          hidden: z.boolean().optional(),
          channels: z.array(z.string()).optional(),
        })
        .nullable(),
      missing: z
        .array(z.string())
        .describe("Members that the caller must add to the body; empty: send the body as it is"),
    })
    .nullable(),
});
export type VisibilityReason = z.infer<typeof VisibilityReason>;

/** The reasons for one channel, in the order of the rules. */
export const Visibility = z.object({
  channel: z.string(),
  visible: z.boolean(),
  reasons: z.array(VisibilityReason),
});
export type Visibility = z.infer<typeof Visibility>;

/** One item of a store with its effective values. */
export const Item = z.object({
  id: z.string().describe("Normalized id: local:en:<country>:<barcode>"),
  barcode: z.string(),
  storeId: z.string(),
  status: z.enum(stockStatuses),
  quantity: z.number().nullable().describe("null: the source has sent an availability without a quantity"),
  price: z.number().describe("With two decimals, VAT included where applicable"),
  currency: z.string(),
  condition: z.enum(conditions),
  hidden: z.boolean(),
  hiddenEverywhere: z.boolean().describe("Hidden by the edit for all stores"),
  channels: z.array(z.string()).nullable().describe("null: every channel"),
  title: z.string().nullable(),
  description: z.string().nullable(),
  brand: z.string().nullable(),
  images: z.array(z.string()),
  category: z.string().nullable(),
  attributes: z.object({ color: z.string().nullable(), size: z.string().nullable() }),
  groupId: z.string().nullable(),
  visibility: z.array(Visibility),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int().describe("Of the edit that a PATCH here changes, for If-Match; 0: there is none yet"),
});
export type Item = z.infer<typeof Item>;

/** Filters of the items of a store. `q`: the beginning of a barcode, or words of the title. */
export const ListItems = z.strictObject({
  ...inStore,
  page: Page,
  status: z.enum(stockStatuses).optional(),
  hidden: QueryFlag.optional(),
  channel: ChannelName.optional(),
  q: z.string().max(200).optional(),
  updatedSince: QueryTime.optional(),
});
export type ListItems = z.infer<typeof ListItems>;
export const ItemPage = pageOf(Item);

/** Maximum number of stores in a product's record. */
export const PRODUCT_STORES = 100;

/** A product in the stores of a retailer: the shared values once, and the values of each store. */
export const Product = Item.omit({
  storeId: true,
  status: true,
  quantity: true,
  price: true,
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
        currency: true,
        condition: true,
        hidden: true,
        channels: true,
        visibility: true,
        version: true,
        updatedAt: true,
      }).extend({ storeName: z.string() }),
    )
    .describe(
      `At most the ${PRODUCT_STORES} oldest stores with the product. Read the item of another store at \`/retailers/{retailerId}/stores/{storeId}/inventory/{barcode}\``,
    ),
  storesTotal: z.int().describe("Number of stores with the product"),
  links: z.object({ stores: z.string().describe("The list of all stores of the retailer, in pages") }),
});
export type Product = z.infer<typeof Product>;

export const GetProduct = z.strictObject({ retailerId: z.string(), barcode: z.string() });
export type GetProduct = z.infer<typeof GetProduct>;

export const GetItem = z.strictObject({ ...inStore, barcode: z.string() });
export type GetItem = z.infer<typeof GetItem>;

/** The columns of a feed, from its header. */
export const FeedColumns = z.record(z.string(), z.string());

/** The fields of a feed. A mapping can name their columns. The last four are product data of the store. */
const feedFields = [
  ...(["barcode", "price", "quantity", "availability", "currency", "condition", "store"] as const),
  ...(["title", "brand", "image", "category"] as const),
] as const;

const columnName = text(200);

/** The columns of fields by their names in the header. Several columns: per line the first one with a value. None: the field has no column. */
export const FeedMapping = z.partialRecord(
  z.enum(feedFields, `must be one of ${feedFields.join(", ")}`),
  z.union(
    [columnName, z.array(columnName).max(10, "must be at most 10 columns")],
    "must be the name of a column, or a list of names",
  ),
);
export type FeedMapping = z.infer<typeof FeedMapping>;

export const DecimalSign = z
  .enum([".", ","], "must be . or ,")
  .describe(
    "The sign before decimals, for files whose numbers do not show it: a column that has only numbers such as `1.234`",
  );

/** A mapping from a query string as JSON, or from a typed client. */
const QueryMapping = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}, FeedMapping);

/** Values of product data in lines of stock that were not taken for the same reason. */
export const DroppedValues = z.object({
  field: z.string().nullable().describe("null: all product data from the line on"),
  code: z.string(),
  message: z.string(),
  lines: z.int().describe("Number of lines with such a value"),
  line: z.int().describe("The first of these lines"),
  value: z.string().nullable().describe("Its value, cut to 200 characters"),
});

/** Lines of a feed that are no products, and that are neither valid nor rejected. */
export const SkippedLines = z.object({
  otherStore: z.int().describe("Lines of another store"),
  total: z.int().describe("Lines with a total"),
  picture: z.int().describe("Lines that only add a picture to a product"),
});

/** The record of a feed or of a PATCH. */
export const Ingest = z.object({
  id: z.string(),
  createdAt: z.string(),
  mode: z.enum(["update", "replace", "patch"]),
  status: z.enum(["applied", "unchanged", "held", "refused", "discarded"]),
  columns: FeedColumns,
  fallbackColumns: z
    .record(z.string(), z.array(z.string()))
    .describe("Further columns of a field, for lines without a value in the first one"),
  ignoredColumns: z.array(z.string()).describe("Columns of the feed that no field uses, at most 100"),
  ignoredSheets: z
    .array(z.string())
    .describe("Visible sheets of a workbook that were left out, because their header is another one; at most 20"),
  ignoredMembers: z.array(z.string()).describe("Members of the lines of a PATCH that no field uses, at most 100"),
  droppedValues: z
    .array(DroppedValues)
    .describe(
      "Titles, brands, images and categories of a stock feed or PATCH that were not taken. Their lines are valid",
    ),
  numberOfLines: z.int().describe("`validLines`, `rejectedLines` and the three of `skippedLines`"),
  validLines: z.int(),
  inStockValidLines: z.int(),
  changedItems: z.int(),
  newItems: z.int(),
  rejectedLines: z.int(),
  skippedLines: SkippedLines,
  reason: z.string().nullable().describe("Why it was refused or is held, in words"),
  durationMs: z.int(),
});
export type Ingest = z.infer<typeof Ingest>;
export const IngestPage = pageOf(Ingest);

export const FeedMode = z.enum(["update", "replace"], "must be update or replace");

/** The arriving bytes of a feed. */
export const Feed = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  "must be a stream of bytes",
);

export const PutStock = z.strictObject({
  ...inStore,
  mode: FeedMode.default("update"),
  columns: QueryMapping.optional(),
  feed: Feed,
});
export type PutStock = z.infer<typeof PutStock>;

/** Lines of a till. Their members have the names of a feed's columns. Invalid lines are rejected one by one. */
export const PatchStock = z.strictObject({
  ...inStore,
  body: z
    .array(z.record(z.string(), z.unknown(), "must be an object"), "must be an array of 1 to 1,000 lines")
    .min(1, "must hold at least one line")
    .max(1_000, "must hold at most 1,000 lines"),
});
export type PatchStock = z.infer<typeof PatchStock>;

/** `feeds`: only files (true), or only the PATCHes of tills (false). */
/** The number of products in stock of a store after each of its last ingests, oldest first. */
export const StockLevels = z.array(z.object({ at: z.string(), inStock: z.int() }));
export type StockLevels = z.infer<typeof StockLevels>;

export const ListShopLevels = z.strictObject({ retailerId: z.string() });
/** The number of products in stock of a retailer, oldest first, and how many of its stores are in the sum. */
export const ShopLevels = z.object({
  stores: z.object({ summed: z.int(), total: z.int() }),
  levels: StockLevels,
});
export type ShopLevels = z.infer<typeof ShopLevels>;

export const ListIngests = z.strictObject({ ...inStore, page: Page, feeds: QueryFlag.optional() });
export type ListIngests = z.infer<typeof ListIngests>;

export const GetIngest = z.strictObject({ ...inStore, ingestId: z.string() });
export type GetIngest = z.infer<typeof GetIngest>;

/** A rejected line. `line` counts from the header, which is line 1. */
export const Rejection = z.object({
  line: z.int(),
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  value: z.string().nullable(),
});
export type Rejection = z.infer<typeof Rejection>;

export const ListRejections = z.strictObject({ ...inStore, ingestId: z.string(), page: Page });
export type ListRejections = z.infer<typeof ListRejections>;
export const RejectionPage = pageOf(Rejection);

export const Provider = z.object({ id: z.string(), label: z.string(), type: z.string(), vendor: z.string() });
export type Provider = z.infer<typeof Provider>;

/** An entry of the catalogue of providers. */
export const ProviderDetails = Provider.extend({
  export: z
    .object({
      name: z.string().describe("The name of the export in the till or shop"),
      steps: z.array(z.string()).describe("How to make the export, in two lines"),
      header: z.array(z.string()).describe("The names of its columns; `<store>` stands for the name of a store"),
      documentation: z.string(),
      confirmed: z.boolean().describe("Whether public documentation has the names of the columns"),
      note: z.string().nullable(),
    })
    .nullable()
    .describe("null: a generic provider"),
});
export type ProviderDetails = z.infer<typeof ProviderDetails>;

/** The source of the stock of a store. */
export const Source = z.object({
  status: z.enum(["connected", "disconnected", "pending", "invalid"]),
  provider: Provider.nullable(),
  latestIngest: Ingest.pick({
    createdAt: true,
    numberOfLines: true,
    validLines: true,
    inStockValidLines: true,
  }).nullable(),
  warnings: z
    .array(z.object({ id: z.string(), message: z.string() }))
    .describe("`FeedRefused` with the reason until a good feed, `FeedHeld`, `FeedNotFetched`"),
});
export type Source = z.infer<typeof Source>;

export const InStore = z.strictObject(inStore);

/** A stock feed to preview. `partial`: only the first bytes of the file. */
export const PreviewStock = InStore.extend({ feed: Feed, partial: z.boolean(), columns: FeedMapping.optional() });
export type PreviewStock = z.infer<typeof PreviewStock>;

/** The columns and the decimal sign that the files of a store have from now on. A missing member stays. `{}`: columns are found by name. */
export const RememberColumns = InStore.extend({
  columns: FeedMapping.optional(),
  decimalSign: DecimalSign.optional(),
});
export type RememberColumns = z.infer<typeof RememberColumns>;
