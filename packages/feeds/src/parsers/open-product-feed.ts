import type { FeedBytes } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { type EditField, type EditLine, editFieldWords, editNames, readEditLine } from "../lines/edit-line.ts";
import {
  addColumn,
  type ColumnMapping,
  type Columns,
  findColumns,
  noStore,
  productColumns,
  unrecognisedFeed,
} from "../lines/feed-columns.ts";
import { type LineRejection, placed, type Rejected, RejectedLines, shown } from "../lines/feed-line.ts";
import { type ProductField, readProductLine } from "../lines/product-line.ts";
import { productRow } from "../lines/product-row.ts";
import { plain } from "../lines/words-behind.ts";
import { COMPLETE, readHeader } from "../read-header.ts";
import { readRecords } from "../read-records.ts";
import { suggestColumns } from "../suggest-columns.ts";
import { type FeedResult, resultOf } from "./open-stock-feed.ts";
import type { ReadableFeed } from "./parser.ts";

export interface ProductResult extends FeedResult, Rejected {}

/** The header of product data and its columns. It may lack the barcode. */
export async function productHeader(bytes: FeedBytes, mapping: ColumnMapping | undefined) {
  const columnsOf = (names: string[]) => findColumns<ProductField>(names, productColumns, { ...noStore, mapping });
  const feed = await readHeader(bytes, (names) => {
    const { indexes } = columnsOf(names);
    return indexes.size + (indexes.has("barcode") && indexes.size > 1 ? COMPLETE : 0);
  });
  return { feed, columns: columnsOf(feed.names) };
}

/** In JSON, only the last line shows that. */
export const hasNoData = ({ indexes }: Columns<ProductField>): boolean => indexes.has("barcode") && indexes.size === 1;

function noProductData(names: readonly string[]): FeedError {
  const fields = Object.keys(productColumns).filter((field) => field !== "barcode");
  const message = `The file has no product data: no column for ${fields.join(", ")}. If it is stock, send it to …/inventory/stock, or upload it with another name than products, such as stock.csv.`;
  const members = { seen: names.slice(0, 50).map(shown), missing: ["title"], reason: "no_product_data" };
  return new FeedError("UnrecognisedFeed", message, members);
}

/** The rows have the columns `productRowColumns`. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openProductFeed(
  bytes: FeedBytes,
  options: { columns?: ColumnMapping | undefined },
): Promise<ReadableFeed> {
  const { feed, columns } = await productHeader(bytes, options.columns);
  if (!columns.indexes.has("barcode")) {
    const suggestions = await suggestColumns(feed, ["barcode"]);
    throw unrecognisedFeed(feed.names, { missing: ["barcode"] }, feed.format, suggestions);
  }
  const wants = (name: string, index: number): boolean => addColumn(columns, productColumns, name, index);
  return {
    header: null,
    read: async (send) => {
      const rejected = new RejectedLines();
      const names = [columns.names.barcode ?? "", ...(columns.fallbacks.barcode ?? [])];
      for await (const records of readRecords(feed, { positions: columns.positions, wants })) {
        let rows = "";
        for (const { line, fields, broken, place } of records) {
          const valuesOf = (field: ProductField) =>
            (columns.indexes.get(field) ?? []).map((index) => fields?.[index] ?? "");
          const read = broken ?? placed(readProductLine(valuesOf, names), place);
          if ("code" in read) rejected.add(line, read);
          else rows += productRow(line, read);
        }
        if (rows) await send(rows);
      }
      if (hasNoData(columns)) throw noProductData(feed.names);
      return { ...resultOf(feed, columns), ...rejected.result } satisfies ProductResult;
    },
  };
}

export interface EditRow {
  line: number;
  read: EditLine | LineRejection;
}

export function editRows(take: (lines: EditRow[]) => Promise<void>): (rows: Uint8Array) => Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  return async (rows) => {
    const lines = (rest + decoder.decode(rows, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length) await take(lines.map((line) => JSON.parse(line) as EditRow));
  };
}

const editFields = Object.keys(editNames).filter((field) => field !== "barcode") as EditField[];

/** The columns of a header. Edits have exact names, because `Hidden in` of the export is not `Hidden`. */
function columnsOf(names: string[]) {
  const mapping: ColumnMapping = Object.fromEntries(
    editFields.map((field) => [field, names.find((name) => plain(name) === field.toLowerCase()) ?? []]),
  );
  return findColumns<EditField>(names, editNames, { ...noStore, mapping });
}

/** The rows are `EditRow` as JSON. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openEditFeed(bytes: FeedBytes): Promise<ReadableFeed> {
  const feed = await readHeader(bytes, (names) => {
    const { indexes } = columnsOf(names);
    return indexes.size + (indexes.has("barcode") && indexes.size > 1 ? COMPLETE : 0);
  });
  const columns = columnsOf(feed.names);
  if (!columns.indexes.has("barcode") || columns.indexes.size < 2) {
    const message = `The file needs the column barcode, and at least one of ${editFields.map(editFieldWords).join(", ")}. Edit an export of the products.`;
    throw new FeedError("UnrecognisedFeed", message, { seen: feed.names.slice(0, 50), missing: ["barcode"] });
  }
  return {
    header: null,
    read: async (send) => {
      for await (const records of readRecords(feed, { positions: columns.positions })) {
        const rows = records.map(({ line, fields, broken, place }): EditRow => {
          const values = (field: string) =>
            (columns.indexes.get(field as EditField) ?? []).map((index) => fields?.[index] ?? "");
          return { line, read: broken ?? placed(readEditLine(values), place) };
        });
        if (rows.length) await send(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      }
      return resultOf(feed, columns);
    },
  };
}
