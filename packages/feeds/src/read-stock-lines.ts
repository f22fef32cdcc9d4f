import type { FeedRecord } from "./feed.ts";
import { cleanBarcode, isGtin, isNoBarcode } from "./lines/barcode.ts";
import { storeProductColumns } from "./lines/feed-columns.ts";
import { type LineRejection, placed, type StockLineSink, shown } from "./lines/feed-line.ts";
import { isTotal, Sums } from "./lines/no-product.ts";
import type { StoreProductField } from "./lines/product-line.ts";
import { LONGEST_NUMBER } from "./lines/read-decimal.ts";
import {
  type LineRules,
  type RawStockLine,
  type RejectedLine,
  readStockLine,
  type SkippedLine,
  type StockField,
  type StockLine,
  stockFields,
} from "./lines/stock-line.ts";
import { readRecords } from "./read-records.ts";
import { type StockFeed, wantedOf } from "./read-stock.ts";

type ReadLine = StockLine | RejectedLine | SkippedLine;

const rejectedWhole = (code: string, message: string): LineRejection => ({ field: null, code, message, value: null });

/** Why a line does not fit the header and the other lines, or undefined. */
function wrongWidth({ format, names, survey }: StockFeed, width: number): LineRejection | undefined {
  if (format !== "csv") return undefined;
  if (width > names.length) {
    const message = `The line has ${width} columns, the header ${names.length}; quote a text that holds the delimiter.`;
    return rejectedWhole("too_many_columns", message);
  }
  const message = `The line has ${width} columns, and other lines have more; a delimiter may be missing.`;
  return survey.isCut(width) ? rejectedWhole("too_few_columns", message) : undefined;
}

/** A quote that is not doubled can be an error, and the barcode would name another item. */
function quoteInBarcode(barcode: string): RejectedLine {
  const message = "The barcode has a quote. If it belongs to the barcode, quote the barcode and write the quote twice.";
  return { barcode: null, field: "barcode", code: "invalid_barcode", message, value: shown(barcode) };
}

/** A shop without a promotion writes the price of the promotion as 0, or as a word for none. Another word hides the price. */
const isNoPrice = (text: string): boolean =>
  !/[^\P{Nd}0]/u.test(text) && (/^[^#]*0[^#]*$/.test(text) || /^(?:[\s\p{Sc}–—-]*|null)$/iu.test(text));

/** Whether a line has no value in one of several columns for a field. */
function isMissing(field: StockField, value: string): boolean {
  const text = value.trim();
  if (field === "price") return text.length <= LONGEST_NUMBER && isNoPrice(text);
  return field === "barcode" ? isNoBarcode(cleanBarcode(text)) : text === "";
}

/** Which of a field's columns counts for a record: the first one with a value. */
function columnIn({ columns }: StockFeed, fields: readonly string[], field: StockField): number {
  const indexes = columns.indexes.get(field) ?? [];
  const filled = indexes.length > 1 ? indexes.findIndex((index) => !isMissing(field, fields[index] ?? "")) : -1;
  return filled >= 0
    ? filled
    : Math.max(
        0,
        indexes.findIndex((index) => (fields[index] ?? "").trim() !== ""),
      );
}

/** The index of a field's value in a record. */
const placeIn = (feed: StockFeed, fields: readonly string[], field: StockField): number | undefined =>
  feed.columns.indexes.get(field)?.[columnIn(feed, fields, field)];

/** The name of the column with the barcode of a record. */
function barcodeName(feed: StockFeed, fields: readonly string[]): string {
  const { names, fallbacks } = feed.columns;
  return [names.barcode, ...(fallbacks.barcode ?? [])][columnIn(feed, fields, "barcode")] ?? "";
}

/** The values of a record by field. */
function rawStockLine(feed: StockFeed, fields: readonly string[]): RawStockLine {
  const raw: RawStockLine = {};
  for (const field of stockFields) {
    const place = placeIn(feed, fields, field);
    if (place !== undefined) raw[field] = fields[place] ?? "";
  }
  return raw;
}

/** Reads the records of a feed in order. */
class StockLines {
  readonly #feed: StockFeed;
  readonly #sums = new Sums();

  constructor(feed: StockFeed) {
    this.#feed = feed;
  }

  /** Applies the rules of a stock line to a record. @param isLast whether the file ends behind it */
  read(record: FeedRecord, isLast: boolean): ReadLine {
    const feed = this.#feed;
    if (record.broken) return { ...record.broken, barcode: null };
    const { fields, width, isLoose } = record;
    const raw = rawStockLine(feed, fields);
    if (isLoose && cleanBarcode(raw.barcode ?? "").includes('"')) return quoteInBarcode(raw.barcode ?? "");
    const wrong = wrongWidth(feed, width);
    // The values of such a line may be in other columns, so that it may be of any item.
    if (wrong?.code === "too_few_columns") return { ...wrong, barcode: null };
    if (feed.survey.hasStores) {
      const store = raw.store?.trim();
      const message = "The line names no store, and other lines do.";
      if (!store) return { barcode: null, field: "store", code: "missing_store", message, value: null };
      if (!feed.survey.isOurs(store)) return { skipped: "otherStore" };
    }
    const skipped = this.#skipReason(fields, raw);
    if (skipped) return { skipped };
    const read = readStockLine(raw, this.#rulesOf(record));
    if (isLast && this.#isSum(fields, read)) return { skipped: "total" };
    if (!("code" in read)) this.#sums.add(read.pence, read.thousandths);
    return wrong ? { ...read, ...wrong, barcode: read.barcode } : read;
  }

  #skipReason(fields: readonly string[], raw: RawStockLine): SkippedLine["skipped"] | undefined {
    const feed = this.#feed;
    const barcode = cleanBarcode(raw.barcode ?? "");
    if (isTotal(barcode)) return "total";
    if (!isNoBarcode(barcode)) return undefined;
    const texts = [...valuesOf(feed, fields, "title"), ...valuesOf(feed, fields, "category")];
    const codes = (feed.columns.indexes.get("barcode") ?? []).map((index) => fields[index] ?? "");
    if ([...texts, ...codes].some((text) => isTotal(text.trim()))) return "total";
    // Shopify writes a line for each further picture of a product.
    const others = [raw.barcode, raw.price, raw.quantity, ...texts];
    const isPicture = valuesOf(feed, fields, "image").some((image) => image.trim() !== "");
    return isPicture && others.every((text) => !text?.trim()) ? "picture" : undefined;
  }

  /** Whether the last line has no title, and its numbers are the sums of the others. */
  #isSum(fields: readonly string[], read: StockLine | RejectedLine): boolean {
    const isUntitled = valuesOf(this.#feed, fields, "title").every((title) => title.trim() === "");
    return isUntitled && "thousandths" in read && !isGtin(read.barcode) && this.#sums.are(read.pence, read.thousandths);
  }

  #rulesOf({ fields = [], numbers }: FeedRecord): LineRules {
    const { columns, options, survey } = this.#feed;
    const signOf = (field: "price" | "quantity") => {
      const place = placeIn(this.#feed, fields, field) ?? -1;
      return numbers?.has(place) ? "." : survey.signs.of(place, options.decimalSign);
    };
    return {
      place: { isCell: true, name: () => barcodeName(this.#feed, fields), country: options.country },
      signs: { price: signOf("price"), quantity: signOf("quantity") },
      partial: false,
      keepsPrice: !columns.indexes.has("price"),
      currency: options.currency,
      priceCurrency: columns.priceCurrency,
      minor: columns.minorPrice,
      words: options.words,
    };
  }
}

/** A line of stock with all of its columns. */
export interface WholeLine {
  line: number;
  /** The fields of the line by `allColumns`; undefined for a broken line. */
  fields: string[] | undefined;
  read: ReadLine;
}

/** Reads the lines after the header with the columns of product data, one batch per piece of the file. */
export async function* readWholeLines(feed: StockFeed): AsyncGenerator<WholeLine[]> {
  const lines = new StockLines(feed);
  const wholeLine = (record: FeedRecord, isLast: boolean): WholeLine => ({
    line: record.line,
    fields: record.fields,
    read: placed(lines.read(record, isLast), record.place),
  });
  let held: FeedRecord | undefined;
  for await (const batch of readRecords(feed, wantedOf(feed))) {
    const records = held ? [held, ...batch] : batch;
    held = records.pop();
    yield records.map((record) => wholeLine(record, false));
  }
  if (held) yield [wholeLine(held, !feed.spool.isPartial)];
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

/** Reads the lines after the header for a preview, one batch per piece of the file. Skipped lines are left out. */
export async function* readSeenLines(feed: StockFeed): AsyncGenerator<SeenLine[]> {
  for await (const batch of readWholeLines(feed)) {
    yield batch.flatMap(({ line, fields, read }) => {
      if ("skipped" in read) return [];
      const values = fields ? { ...rawStockLine(feed, fields), ...rawProduct(feed, fields) } : {};
      return [{ line, values, barcode: read.barcode, problem: "code" in read ? read : null }];
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

/**
 * Reads the lines after the header piece by piece, so the memory does not grow with the file. Counts skipped lines in the feed.
 * @throws FeedTooComplex; UnrecognisedFeed and PayloadTooLarge for a broken or too large XLSX file: the caller must then apply no line
 */
export async function readStockLines(feed: StockFeed, sink: StockLineSink): Promise<void> {
  for await (const batch of readWholeLines(feed)) {
    for (const { line, read } of batch) {
      if ("skipped" in read) feed.skippedLines[read.skipped]++;
      else if ("code" in read) sink.rejected(line, read);
      else sink.line(line, read);
    }
    await sink.flush();
  }
}
