import { z } from "zod";

export const StockPreview = z.object({
  format: z.enum(["csv", "json", "ndjson", "xlsx"]),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  columns: z.object({
    taken: z.record(z.string(), z.string()).describe("The header's name of each field's column"),
    fallbacks: z
      .record(z.string(), z.array(z.string()))
      .describe("Further columns of a field, for lines without a value in the first one"),
    seen: z.array(z.string()),
    ignored: z.array(z.string()).describe("Columns that no field uses"),
    absent: z.record(z.string(), z.array(z.string())).describe("Columns of the mapping that the file does not have"),
  }),
  ignoredSheets: z
    .array(z.string())
    .describe("Sheets of a workbook that are left out, because their header is another one"),
  preset: z
    .object({
      id: z.string(),
      label: z.string(),
      columns: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()])),
    })
    .nullable()
    .describe("The till or shop that makes files with this header, and the columns that its preset names"),
  keepsPrices: z
    .boolean()
    .describe(
      "The file has no price column: known products keep their price, and lines of other products are rejected",
    ),
  isRefused: z
    .boolean()
    .describe("As it is, the feed would be refused: `missing`, `columns.absent` or `unknownStores` has the reason"),
  missing: z
    .array(
      z.object({
        field: z.string(),
        isRequired: z.boolean().describe("false for the price"),
        names: z.array(z.string()).describe("Of columns, that are understood"),
        suggestions: z.array(z.string()).describe("Columns of the file that the field may have"),
      }),
    )
    .describe("Fields that no column names, if the feed would be refused"),
  lines: z
    .array(
      z.object({
        line: z.int(),
        values: z.record(z.string(), z.string()).describe("By field, as received"),
        problem: z.object({ field: z.string().nullable(), code: z.string(), message: z.string() }).nullable(),
      }),
    )
    .describe("The first, and behind them the first that have a problem"),
  linesRead: z.int(),
  problems: z.int().describe("Of the lines that were read, how many would be rejected"),
  unknownStores: z
    .array(z.string())
    .describe("Of a file of several stores: the first 100 names of stores that the retailer does not have"),
  needsWholeFile: z.boolean().describe("A part of an XLSX file, or of a file of unknown stores, says nothing"),
});
export type StockPreview = z.infer<typeof StockPreview>;
