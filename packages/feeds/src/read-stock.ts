import type { Feed, FeedBytes, FeedRecord, Wanted } from "./feed.ts";
import { cleanBarcode, isNoBarcode } from "./lines/barcode.ts";
import {
  addColumn,
  type ColumnMapping,
  type ColumnRules,
  type Columns,
  findColumns,
  stockColumns,
  storeProductColumns,
  unrecognisedFeed,
  withColumns,
} from "./lines/feed-columns.ts";
import { type LineRejection, type StockLineSink, shown } from "./lines/feed-line.ts";
import type { StoreProductField } from "./lines/product-line.ts";
import { LONGEST_NUMBER } from "./lines/read-decimal.ts";
import {
  type LineRules,
  type RawStockLine,
  type RejectedLine,
  readStockLine,
  type StockField,
  type StockLine,
  stockFields,
} from "./lines/stock-line.ts";
import { COMPLETE, readHeader } from "./read-header.ts";
import { readRecords } from "./read-records.ts";
import { firstValues, suggestColumns } from "./suggest-columns.ts";

/** A stock feed needs a column for each of these fields. */
export const requiredFields: readonly StockField[] = ["barcode", "quantity"];

/** The store of a stock feed, and the choices that a person made for its files. */
export interface StockOptions {
  /** The store's currency, ISO 4217. */
  currency: string;
  /** The store's name and external id. A header can contain them in the names of columns: `Available (Leeds)`. */
  names: readonly string[];
  columns?: ColumnMapping | undefined;
  /** The quantity that each word of the file means. The words are in lower case. */
  words?: Readonly<Record<string, number>> | undefined;
}

/** A stock feed with a recognised header. `allColumns` also has the columns of product data. */
export type StockFeed = Feed & {
  columns: Columns<StockField>;
  allColumns: Columns<StockField | StoreProductField>;
  options: StockOptions;
};

const rulesOf = ({ currency, names, columns }: StockOptions): ColumnRules => ({
  store: { currency, names },
  mapping: columns,
});

/** Whether the mapping has columns that the header lacks. The members of JSON objects can follow later. */
const isIncomplete = ({ absent }: Columns<StockField>, format: Feed["format"]): boolean =>
  format !== "json" && format !== "ndjson" && Object.keys(absent).length > 0;

const hasNumber = (values: readonly string[] | undefined): boolean => (values ?? []).some((value) => /\d/.test(value));

/** If the column of the quantity only has words (`Available`: `Yes`), a second column for the quantity with numbers counts. */
async function withCounts(
  feed: Feed,
  columns: Columns<StockField>,
  columnsOf: (names: string[]) => Columns<StockField>,
): Promise<Columns<StockField>> {
  const at = placeOf(columns, "quantity");
  if (at === undefined || columns.rules.mapping?.quantity) return columns;
  const second = columnsOf(feed.names.with(at, ""));
  const other = placeOf(second, "quantity");
  if (other === undefined) return columns;
  const values = await firstValues(feed);
  return hasNumber(values[other]) && values[at]?.length && !hasNumber(values[at]) ? second : columns;
}

/** The position of a field's first column in the header. */
const placeOf = ({ indexes, positions }: Columns<StockField>, field: StockField): number | undefined =>
  positions[indexes.get(field)?.[0] ?? -1];

/**
 * A feed's columns and the missing columns, and whether the feed would be refused. A feed without a price column keeps the prices of
 * known items.
 */
export async function lookAtStock(
  spool: FeedBytes,
  options: StockOptions,
): Promise<{ feed: StockFeed; missing: StockField[]; isRefused: boolean }> {
  const columnsOf = (names: string[]) => findColumns<StockField>(names, stockColumns, rulesOf(options));
  const isMissing = ({ indexes }: Columns<StockField>) => requiredFields.some((field) => !indexes.has(field));
  const feed = await readHeader(spool, (names) => {
    const columns = columnsOf(names);
    return columns.indexes.size + (isMissing(columns) || isIncomplete(columns, "csv") ? 0 : COMPLETE);
  });
  const columns = await withCounts(feed, columnsOf(feed.names), columnsOf);
  const isRefused = isMissing(columns) || isIncomplete(columns, feed.format);
  const missing = (["barcode", "price", "quantity"] as const).filter(
    (field) => isRefused && !columns.indexes.has(field),
  );
  const allColumns = withColumns(feed.names, columns, storeProductColumns);
  return { feed: { ...feed, columns, allColumns, options }, missing, isRefused };
}

/**
 * Detects a stock feed's format and columns from its bytes.
 * @throws UnrecognisedFeed if a required column is missing; PayloadTooLarge (XLSX)
 */
export async function readStockHeader(spool: FeedBytes, options: StockOptions): Promise<StockFeed> {
  const { feed, missing, isRefused } = await lookAtStock(spool, options);
  if (!isRefused) return feed;
  const suggestions = await suggestColumns(feed, missing, feed.columns.positions);
  throw unrecognisedFeed(feed.names, { missing, absent: feed.columns.absent }, feed.format, suggestions);
}

/** Files with `;` as delimiter can have decimal commas. */
function hasCommas(feed: Feed): boolean {
  return feed.format === "csv" && feed.dialect.delimiter === ";";
}

function tooManyColumns(barcode: string | null, width: number, names: string[]): RejectedLine {
  const message = `The line has ${width} columns, the header ${names.length}; quote a text that holds the delimiter.`;
  return { barcode, field: null, code: "too_many_columns", message, value: null };
}

/** A quote that is not doubled can be an error, and the barcode would name another item. */
function quoteInBarcode(barcode: string): RejectedLine {
  const message = "The barcode has a quote. If it belongs to the barcode, quote the barcode and write the quote twice.";
  return { barcode, field: "barcode", code: "invalid_barcode", message, value: shown(barcode) };
}

/** A shop without a promotion writes the price of the promotion as 0. */
const noPrice = /^\D*0*(?:[.,]0*)?\D*$/;

/** Whether a line has no value in one of several columns for a field. */
function isMissing(field: StockField, value: string): boolean {
  const text = value.trim();
  if (field === "price") return text.length <= LONGEST_NUMBER && noPrice.test(text);
  return field === "barcode" ? isNoBarcode(cleanBarcode(text)) : text === "";
}

/** The values of a record by field. A field with several columns takes the first column with a value. */
function rawStockLine({ columns }: StockFeed, fields: string[]): RawStockLine {
  const raw: RawStockLine = {};
  for (const field of stockFields) {
    const indexes = columns.indexes.get(field);
    if (!indexes) continue;
    const filled = indexes.length > 1 ? indexes.find((index) => !isMissing(field, fields[index] ?? "")) : undefined;
    const written = filled ?? indexes.find((index) => (fields[index] ?? "").trim() !== "");
    raw[field] = fields[written ?? indexes[0] ?? -1] ?? "";
  }
  return raw;
}

/** Applies the rules of a stock line to a record. */
function readStockRecord(feed: StockFeed, record: FeedRecord): StockLine | RejectedLine {
  if (record.broken) return { ...record.broken, barcode: null };
  const { fields, width } = record;
  const { columns, options } = feed;
  const rules: LineRules = {
    ...{ commas: hasCommas(feed), partial: false, keepsPrice: !columns.indexes.has("price") },
    ...{ currency: options.currency, priceCurrency: columns.priceCurrency, words: options.words },
  };
  const read = readStockLine(rawStockLine(feed, fields), rules);
  if (record.isLoose && read.barcode?.includes('"')) return quoteInBarcode(read.barcode);
  const isTooLong = feed.format === "csv" && width > feed.names.length;
  return isTooLong ? tooManyColumns(read.barcode, width, feed.names) : read;
}

/** A line of stock with all of its columns. */
export interface WholeLine {
  line: number;
  /** The fields of the line by `allColumns`; undefined for a broken line. */
  fields: string[] | undefined;
  read: StockLine | RejectedLine;
}

/** Reads the lines after the header with the columns of product data, one batch per piece of the file. */
export async function* readWholeLines(feed: StockFeed): AsyncGenerator<WholeLine[]> {
  for await (const batch of readRecords(feed, wantedOf(feed, feed.allColumns))) {
    yield batch.map((record) => ({
      line: record.line,
      fields: record.fields,
      read: readStockRecord(feed, record),
    }));
  }
}

/** The values of a field's columns. */
export const valuesOf = ({ allColumns }: StockFeed, fields: readonly string[], field: StoreProductField): string[] =>
  (allColumns.indexes.get(field) ?? []).map((index) => fields[index] ?? "");

/** The received values of a line by field, and why the line would be rejected. */
export interface SeenLine {
  line: number;
  values: Partial<Record<StockField | StoreProductField, string>>;
  /** The barcode of the item, if it is readable. */
  barcode: string | null;
  problem: LineRejection | null;
}

/** Reads the lines after the header for a preview, one batch per piece of the file. */
export async function* readSeenLines(feed: StockFeed): AsyncGenerator<SeenLine[]> {
  for await (const batch of readWholeLines(feed)) {
    yield batch.map(({ line, fields, read }) => {
      const values = fields ? { ...rawStockLine(feed, fields), ...rawProduct(feed, fields) } : {};
      return { line, values, barcode: read.barcode, problem: "code" in read ? read : null };
    });
  }
}

/** The received product data of a line by field. */
function rawProduct(feed: StockFeed, fields: string[]): SeenLine["values"] {
  const given = (Object.keys(storeProductColumns) as StoreProductField[]).map((field) => {
    const value = valuesOf(feed, fields, field).find((text) => text.trim() !== "");
    return [field, value] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The selected columns. A field without a name in the header takes the first later name for the field (JSON). */
function wantedOf({ columns, allColumns, options }: StockFeed, { positions }: Columns<string>): Wanted {
  const { indexes } = columns;
  const prices = (indexes.get("price") ?? []).map((index) => columns.positions[index] ?? -1);
  const isWhole = positions === allColumns.positions;
  return {
    positions,
    // A line can name its own currency, so its format says nothing more.
    ...(!indexes.has("currency") && { prices: { positions: prices, currency: options.currency } }),
    wants: (name, index) =>
      addColumn(columns, stockColumns, name, index) ||
      (isWhole && addColumn(allColumns, storeProductColumns, name, index)),
  };
}

/**
 * Reads the lines after the header piece by piece, so the memory does not grow with the file.
 * @throws FeedTooComplex; UnrecognisedFeed and PayloadTooLarge for a broken or too large XLSX file: the caller must then apply no line
 */
export async function readStockLines(feed: StockFeed, sink: StockLineSink): Promise<void> {
  for await (const batch of readRecords(feed, wantedOf(feed, feed.columns))) {
    for (const record of batch) {
      const read = readStockRecord(feed, record);
      if ("code" in read) sink.rejected(record.line, read);
      else sink.line(record.line, read);
    }
    await sink.flush();
  }
}
