import type { FeedBytes } from "../feed.ts";
import { type ColumnMapping, ignoredColumns, shownNames } from "../lines/feed-columns.ts";
import { placed } from "../lines/feed-line.ts";
import { readProductLine } from "../lines/product-line.ts";
import { isXlsx } from "../read-header.ts";
import { readRecords } from "../read-records.ts";
import { suggestColumns } from "../suggest-columns.ts";
import { nothing, PreviewLines, type StockPreview, seenNames, shownValues } from "./open-preview.ts";
import { hasNoData, productHeader } from "./open-product-feed.ts";
import type { ReadableFeed } from "./parser.ts";

/** The result is a `StockPreview` without rows. @throws UnrecognisedFeed, PayloadTooLarge */
export async function openProductPreview(
  bytes: FeedBytes,
  options: { columns?: ColumnMapping | undefined },
): Promise<ReadableFeed> {
  return { header: null, read: () => preview(bytes, options.columns) };
}

async function preview(bytes: FeedBytes, mapping: ColumnMapping | undefined): Promise<StockPreview> {
  if (bytes.isPartial && (await isXlsx(bytes))) return { ...nothing, format: "xlsx", needsWholeFile: true };
  const { feed, columns } = await productHeader(bytes, mapping);
  const isRefused = !columns.indexes.has("barcode");
  // The lines show a person which column is the title.
  const lacked = isRefused ? "barcode" : hasNoData(columns) ? "title" : undefined;
  const lines = new PreviewLines();
  if (!isRefused) {
    for await (const records of readRecords(feed, { positions: columns.positions })) {
      for (const { line, fields, broken, place } of records) {
        const valuesOf = (field: string) =>
          (columns.indexes.get(field as "title") ?? []).map((index) => fields?.[index] ?? "");
        const values = Object.fromEntries(
          [...columns.indexes.keys()].map((field) => [field, valuesOf(field)[0] ?? ""]),
        );
        const read = broken ?? placed(readProductLine(valuesOf, [columns.names.barcode ?? ""]), place);
        const problem = "code" in read ? { field: read.field, code: read.code, message: read.message } : null;
        lines.add({ line, values: shownValues(values), problem }, "itemKey" in read ? read.itemKey : null);
      }
    }
  }
  const suggestions = lacked ? await suggestColumns(feed, [lacked], columns.positions) : {};
  return {
    ...nothing,
    format: feed.format,
    lines: lines.shown,
    linesRead: lines.read,
    problems: lines.problems,
    isRefused,
    ignoredSheets: feed.ignoredSheets ?? [],
    missing: lacked
      ? [{ field: lacked, isRequired: true, names: shownNames(lacked), suggestions: suggestions[lacked] ?? [] }]
      : [],
    encoding: feed.format === "xlsx" ? null : feed.encoding,
    delimiter: feed.format === "csv" ? feed.dialect.delimiter : null,
    columns: {
      taken: columns.names,
      fallbacks: columns.fallbacks,
      absent: columns.absent,
      seen: seenNames(feed.names),
      ignored: ignoredColumns(feed.names, columns),
    },
  };
}
