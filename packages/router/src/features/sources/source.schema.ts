import { z } from "zod";
import { Warning } from "../../core/channels/channel.schema.ts";
import { text } from "../../kernel/body.schema.ts";
import { createdAt, idOf } from "../../kernel/fields.schema.ts";

export const InStore = z.strictObject({ retailerId: z.string(), storeId: z.string() });

/** The fields of a feed. A mapping can name their columns. The last four are product data of the store. */
const feedFields = [
  ...(["barcode", "price", "quantity", "availability", "currency", "condition", "store"] as const),
  ...(["salePrice", "saleFrom", "saleUntil", "saleDates", "saleFlag"] as const),
  ...(["title", "brand", "image", "category"] as const),
] as const;

const columnName = text(200);

/** The columns of fields by their names in the header. Several columns: per line the first one with a value. None: the field has no column. */
export const mappingOf = <Fields extends readonly string[]>(fields: Fields) =>
  z.partialRecord(
    z.enum(fields, `must be one of ${fields.join(", ")}`),
    z.union(
      [columnName, z.array(columnName).max(10, "must be at most 10 columns")],
      "must be the name of a column, or a list of names",
    ),
  );

export const FeedMapping = mappingOf(feedFields);
export type FeedMapping = z.infer<typeof FeedMapping>;

export const DecimalSign = z
  .enum([".", ","], "must be . or ,")
  .describe(
    "The sign before decimals, for files whose numbers do not show it: a column that has only numbers such as `1.234`",
  );

export const FeedMode = z
  .enum(["update", "replace"], "must be update or replace")
  .describe("`update`: changes the items in the file. `replace`: takes all other items out of stock, too");

export const Provider = z.object({
  id: z.string().describe("The name in `POST …/inventory`, such as `csv-upload`"),
  label: z.string().describe("Name for people"),
  type: z.string().describe("`generic`, `point-of-sale` or `ecommerce`"),
  vendor: z.string().describe("Who makes the system"),
});
export type Provider = z.infer<typeof Provider>;

export const ProviderDetails = Provider.extend({
  export: z
    .object({
      name: z.string().describe("The name of the export in the till or shop"),
      steps: z.array(z.string()).describe("How to make the export, in two lines"),
      header: z.array(z.string()).describe("The names of its columns; `<store>` stands for the name of a store"),
      documentation: z.string().describe("Address of the maker's documentation of the export"),
      confirmed: z.boolean().describe("Whether public documentation has the names of the columns"),
      note: z.string().nullable().describe("What else to know about the export; null: nothing"),
    })
    .nullable()
    .describe("null: a generic provider"),
});
export type ProviderDetails = z.infer<typeof ProviderDetails>;

export const Source = z.object({
  status: z
    .enum(["connected", "disconnected", "pending", "invalid"])
    .describe(
      "`pending`: no feed and no PATCH was applied yet. `connected`: the last one was applied. `invalid`: the last feed was refused. `disconnected`: nothing for 48 hours, or a call ended it",
    ),
  provider: Provider.nullable().describe("How the stock arrives; null: never connected"),
  latestIngest: z
    .object({
      createdAt,
      numberOfLines: z.int().describe("`validLines`, `rejectedLines` and the three of `skippedLines`"),
      validLines: z.int().describe("Lines that count"),
      inStockValidLines: z.int().describe("Of these, lines with a quantity above 0 or an availability"),
    })
    .nullable()
    .describe("The last feed or PATCH; null: none"),
  warnings: z
    .array(Warning)
    .describe("`FeedRefused` with the reason until a good feed, `FeedHeld`, `FeedNotFetched`; empty: none"),
});
export type Source = z.infer<typeof Source>;

/** The columns and the decimal sign that the files of a store have from now on. A missing member stays. `{}`: columns are found by name. */
export const RememberColumns = InStore.extend({
  columns: FeedMapping.optional(),
  decimalSign: DecimalSign.optional(),
});
export type RememberColumns = z.infer<typeof RememberColumns>;

export const RememberFileColumns = RememberColumns.omit({ storeId: true });
export type RememberFileColumns = z.infer<typeof RememberFileColumns>;

export const SourceRecord = Source.extend({
  parameters: z.record(z.string(), z.unknown()).describe("As given at connecting, without secrets"),
  lastHeardAt: z.string().nullable().describe("When a feed or a PATCH was last received"),
  nextFetchAt: z.string().nullable().describe("http-pull: when the address is asked next; null: never"),
  version: z.int().describe("Number of connections and disconnections, for If-Match; 0: never connected"),
});
export type SourceRecord = z.infer<typeof SourceRecord>;

const NextSteps = z.object({
  id: z.string().describe("The kind of step, for programs: `upload-file`, or `await-fetch` for http-pull"),
  label: z.string().describe("What the shop does next, for people"),
  uploadUrl: z.string().describe("Feeds are PUT below this address, with a name of your choice"),
  uploadKey: z.string().describe("The bearer token for this address only. It is shown once"),
});

const nextStepsMeans = "What follows, and how to send files. Only this answer has it";

export const ConnectedSource = SourceRecord.extend({ nextSteps: NextSteps.describe(nextStepsMeans) });
export type ConnectedSource = z.infer<typeof ConnectedSource>;

export const RetailerSource = SourceRecord.omit({ latestIngest: true, lastHeardAt: true }).extend({
  latestFile: z
    .object({
      id: idOf("file"),
      createdAt,
      numberOfLines: z.int().describe("All lines of the file but its header and blank ones"),
    })
    .nullable()
    .describe("The latest file. Read its progress at `/retailers/{retailerId}/inventory/files/{fileId}`"),
});
export type RetailerSource = z.infer<typeof RetailerSource>;

export const ConnectedRetailerSource = RetailerSource.extend({ nextSteps: NextSteps.describe(nextStepsMeans) });
export type ConnectedRetailerSource = z.infer<typeof ConnectedRetailerSource>;
