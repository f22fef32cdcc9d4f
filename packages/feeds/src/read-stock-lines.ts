import type { FeedRecord } from "./feed.ts";
import { cleanBarcode, isbn10In, isGtin, isNoBarcode, readBarcode, restOf } from "./lines/barcode.ts";
import { placed, type StockLineSink, shown } from "./lines/feed-line.ts";
import {
  ambiguousBarcode,
  hasDigitsOfGtin,
  isPlaceholder,
  isSubtotal,
  isTotal,
  isWord,
  noCode,
  noProduct,
  noStandardCode,
  possibleTotal,
  quoteInBarcode,
  Sums,
  saysStandard,
} from "./lines/no-product.ts";
import type { StoreProductField } from "./lines/product-line.ts";
import type { DecimalSign } from "./lines/read-decimal.ts";
import {
  type LineRules,
  type NumberField,
  type RawStockLine,
  type RejectedLine,
  readStockLine,
  rejectedBarcode,
  type SkippedLine,
  type StockLine,
} from "./lines/stock-line.ts";
import {
  cutNumber,
  hasColumnNumbers,
  namesOf,
  otherColumns,
  otherNumber,
  placeIn,
  rawStockLine,
  repeatedValue,
  withoutFlag,
  wrongWidth,
} from "./lines-and-columns.ts";
import { headingOf, placeOfHeading, saysOtherNumber } from "./other-tables.ts";
import { readRecords } from "./read-records.ts";
import { type StockFeed, surveyFeed, wantedOf } from "./read-stock.ts";
import { type StoreOfFile, Unsurveyed } from "./survey-stock.ts";

type ReadLine = StockLine | RejectedLine | SkippedLine;

const saysIsbn = (name: string): boolean => /isbn/i.test(name) && !/upc|gtin/i.test(name);

function barcodeName({ columns }: StockFeed, fields: readonly string[]): string {
  const indexes = columns.indexes.get("barcode") ?? [];
  const column = indexes.indexOf(placeIn(fields, "barcode", indexes) ?? -1);
  return [columns.names.barcode, ...(columns.fallbacks.barcode ?? [])][column] ?? "";
}

const noStore = (code: string, message: string, value: string | null): RejectedLine => ({
  barcode: null,
  field: "store",
  code,
  message,
  value: value && shown(value),
});

class StockLines {
  readonly #feed: StockFeed;
  readonly #sums = new Sums();
  /** Of the last line, in a file of several stores; undefined: no store has it. */
  store: StoreOfFile | undefined;
  readonly #rules: LineRules;
  #record: FeedRecord | undefined;
  /** A line above names other columns than the header, so that the lines behind it have other values. */
  #isOtherTable = false;
  /** A heading above names another store. */
  #isOtherStore = false;
  /** The first record behind the header. It is read twice if it asks for the survey. */
  #first: FeedRecord | undefined;

  constructor(feed: StockFeed) {
    this.#feed = feed;
    const { columns, options } = feed;
    this.#rules = {
      place: { isCell: true, name: () => barcodeName(feed, this.#record?.fields ?? []), country: options.country },
      signOf: (field) => this.#signOf(field),
      partial: false,
      keepsPrice: !columns.indexes.has("price"),
      currency: options.currency,
      priceCurrency: columns.priceCurrency,
      minor: columns.minorPrice,
      words: options.words,
      clock: options,
    };
  }

  /** Applies the rules of a stock line to a record. @param isLast whether the file ends behind it */
  read(record: FeedRecord, isLast: boolean): ReadLine {
    const feed = this.#feed;
    this.store = undefined;
    if (record.broken) return { ...record.broken, barcode: null };
    const { fields, width, isLoose } = record;
    this.#record = record;
    const raw = withoutFlag(feed, rawStockLine(feed, fields));
    if (isLoose && cleanBarcode(raw.barcode ?? "").includes('"')) return quoteInBarcode(raw.barcode ?? "");
    const heading = headingOf(raw, fields);
    // In a file with a column of stores, it is a line that was cut.
    const place = heading && !feed.survey.hasStores && placeOfHeading(heading, feed.columns.rules.store);
    const isHeading = heading !== undefined && (place === "other" || saysOtherNumber(heading));
    if (place) this.#isOtherStore = place === "other";
    this.#isOtherTable = isHeading || (this.#isOtherTable && place !== "own");
    const moved = wrongWidth(feed, width, fields);
    // The values of such a line may be in other columns, so that it may be of any item.
    if (moved?.code === "too_few_columns") return { ...moved, barcode: null };
    const elsewhere = feed.survey.hasStores ? this.#elsewhere(raw.store?.trim() ?? "") : undefined;
    if (elsewhere && "skipped" in elsewhere) return elsewhere;
    const skipped = this.#skipReason(fields, raw);
    if (skipped) return { skipped };
    if (elsewhere) return elsewhere;
    this.#first ??= record;
    const isFirst = this.#first === record;
    if (isFirst && hasColumnNumbers(feed, fields) && feed.survey.hasAnyNumber)
      return { ...noProduct(raw.barcode ?? ""), barcode: null };
    // A line of values that has a delimiter too many names no columns.
    const hasValues = moved && fields.some((text) => /^\d+(?:[.,]\d+)?$/.test(text));
    const names = namesOf(feed, fields, isFirst && !hasValues);
    if (names) this.#isOtherTable = !names.isHeader;
    if ((this.#isOtherTable || this.#isOtherStore) && !names && !isHeading) return { ...otherColumns, barcode: null };
    const total = isLast ? this.#total(fields, raw) : undefined;
    if (total) return total;
    const { place: { country } = {}, currency, clock } = this.#rules;
    const wrong = moved ?? otherNumber(feed, fields, raw, { country, currency, clock });
    const read = this.#notACode(fields, raw.barcode ?? "") ?? readStockLine(raw, this.#rules);
    if (!("code" in read)) this.#sums.add(read);
    const whole = wrong ?? repeatedValue(feed, fields) ?? (isLast ? cutNumber(raw) : undefined);
    if (!("code" in read)) read.piece = this.#pieceOf(fields, read, raw.barcode ?? "");
    return whole ? { ...read, ...whole, barcode: read.barcode } : read;
  }

  #pieceOf(fields: readonly string[], { barcode, currency }: StockLine, text: string): string | undefined {
    const { pieces, columns, currencies } = this.#feed;
    const rest = text.length > barcode.length ? restOf(text, barcode) : "";
    if (rest) this.#feed.hasRests = true;
    if (!pieces.length && !columns.indexes.has("currency") && !rest) return undefined;
    const names = [rest, ...pieces.map((at) => fields[at]?.trim())].filter(Boolean);
    if (columns.indexes.has("currency")) {
      const named = currency ?? this.#rules.currency;
      currencies.add(named);
      names.push(named);
    }
    return shown(names.join(" "));
  }

  /** Why the text of a barcode is none. A word can be the label of a foot line, or stand for no barcode. */
  #notACode(fields: readonly string[], text: string): RejectedLine | undefined {
    if (this.#isUnclear(text)) return ambiguousBarcode(text);
    if (/^\d+$/.test(text) && !text.endsWith("0000000")) return undefined;
    const { barcode } = readBarcode(text, this.#rules.place);
    if (rejectedBarcode(barcode)) return undefined;
    const titles = valuesOf(this.#feed, fields, "title");
    const reason = noCode(barcode, text.trim(), titles);
    if (reason) return { ...reason, barcode: null };
    const { columns, survey } = this.#feed;
    const isStandard = saysStandard(barcodeName(this.#feed, fields));
    if (isStandard && (isPlaceholder(barcode) || (hasDigitsOfGtin(barcode) && survey.hasAnyNumber)))
      return { ...noStandardCode(barcode), barcode: null };
    if (!isWord.test(barcode) || fields[columns.indexes.get("barcode")?.[0] ?? -1] !== text) return undefined;
    const isUntitled = titles.every((title) => title.trim() === "");
    // A single word can be a shop's own code.
    const isLabel = isUntitled && (/\s|^\(/.test(barcode) || !/\p{L}/u.test(barcode));
    const isNone = (isLabel || isStandard) && survey.hasNumbers;
    return isNone ? { ...noProduct(barcode), barcode: null } : undefined;
  }

  #isUnclear(barcode = ""): boolean {
    const { survey } = this.#feed;
    return (
      isbn10In(barcode) === "unclear" &&
      !saysIsbn(barcodeName(this.#feed, this.#record?.fields ?? [])) &&
      !survey.hasIsbn10
    );
  }

  /** Sets the store of a line in a file of several stores. */
  #elsewhere(name: string): SkippedLine | RejectedLine | undefined {
    const { survey, options } = this.#feed;
    if (isTotal(name)) return { skipped: "total" };
    if (!name) return noStore("missing_store", "The line names no store, and other lines do.", null);
    if (!options.split) return survey.isOurs(name) ? undefined : { skipped: "otherStore" };
    const store = survey.storeOf(name);
    if (store === undefined) return { skipped: "otherStore" };
    if (store === null)
      return noStore(
        "ambiguous_store",
        "Several stores have this name. Give each store a code of its own (externalId).",
        name,
      );
    if (store.hasOwnSource)
      return noStore(
        "store_has_own_source",
        "The store has a source of its own. Disconnect it, or leave these lines out.",
        name,
      );
    this.store = store;
    const { currency, country, timeZone } = store;
    const place = { ...this.#rules.place, country };
    Object.assign(this.#rules, { currency, place, clock: { now: options.now, timeZone } });
    return undefined;
  }

  #skipReason(fields: readonly string[], raw: RawStockLine): SkippedLine["skipped"] | undefined {
    const feed = this.#feed;
    const barcode = cleanBarcode(raw.barcode ?? "");
    const texts = [...valuesOf(feed, fields, "title"), ...valuesOf(feed, fields, "category")];
    // A subtotal of a code has the sum of the lines above.
    const code = raw.barcode?.trim() ?? "";
    const isOfCode = /\s/.test(code) && isTotal(restOf(code, readBarcode(code, this.#rules.place).barcode));
    if (isOfCode) feed.hasRests = true;
    if (isOfCode || isTotal(barcode)) return "total";
    const isUntitled = valuesOf(feed, fields, "title").every((title) => title.trim() === "");
    if (isUntitled && isSubtotal(barcode, feed.allColumns.indexes.has("title"))) return "total";
    if (!isNoBarcode(barcode)) return undefined;
    const codes = (feed.columns.indexes.get("barcode") ?? []).map((index) => fields[index] ?? "");
    if ([...texts, ...codes].some((text) => isTotal(text.trim()))) return "total";
    // Shopify writes a line for each further picture of a product.
    const others = [raw.barcode, raw.price, raw.quantity, ...texts];
    const isPicture = valuesOf(feed, fields, "image").some((image) => image.trim() !== "");
    return isPicture && others.every((text) => !text?.trim()) ? "picture" : undefined;
  }

  /** A line with the sums of all others is a total if it has no code, or a word where they have codes. Otherwise it can be a product. */
  #total(fields: readonly string[], raw: RawStockLine): SkippedLine | RejectedLine | undefined {
    const code = raw.barcode?.trim() ?? "";
    const read = readStockLine({ ...raw, barcode: code || "sum" }, this.#rules);
    const isUntitled = valuesOf(this.#feed, fields, "title").every((title) => title.trim() === "");
    if (!isUntitled || "code" in read || isGtin(read.barcode)) return undefined;
    if (!this.#sums.are(read.pence, read.thousandths)) return undefined;
    return this.#sums.hasDigits && !/\d/.test(code) ? { skipped: "total" } : possibleTotal(read.barcode);
  }

  #signOf(field: NumberField): DecimalSign | null {
    const { columns, options, survey } = this.#feed;
    const { fields = [], numbers } = this.#record ?? {};
    const place = placeIn(fields, field, columns.indexes.get(field)) ?? -1;
    return numbers?.has(place) ? "." : survey.signs.of(place, options.decimalSign);
  }
}

export interface WholeLine {
  line: number;
  /** By `allColumns`; undefined for a broken line. */
  fields: string[] | undefined;
  read: ReadLine;
  store: StoreOfFile | undefined;
}

/** Reads the lines after the header with their product data, one batch per piece of the file. */
export async function* readWholeLines(feed: StockFeed): AsyncGenerator<WholeLine[]> {
  const lines = new StockLines(feed);
  const wholeLine = (record: FeedRecord, isLast: boolean): WholeLine => ({
    line: record.line,
    fields: record.fields,
    read: placed(lines.read(record, isLast), record.place),
    store: lines.store,
  });
  const allOf = async (records: readonly FeedRecord[], isLast: boolean): Promise<WholeLine[]> => {
    const all: WholeLine[] = [];
    for (const record of records) {
      try {
        all.push(wholeLine(record, isLast));
      } catch (error) {
        if (!(error instanceof Unsurveyed)) throw error;
        await surveyFeed(feed);
        all.push(wholeLine(record, isLast));
      }
    }
    return all;
  };
  let held: FeedRecord | undefined;
  for await (const batch of readRecords(feed, wantedOf(feed))) {
    const records = held ? [held, ...batch] : batch;
    held = records.pop();
    yield await allOf(records, false);
  }
  if (held) yield await allOf([held], !feed.spool.isPartial);
}

export const valuesOf = ({ allColumns }: StockFeed, fields: readonly string[], field: StoreProductField): string[] =>
  (allColumns.indexes.get(field) ?? []).map((index) => fields[index] ?? "");

/**
 * Counts skipped lines in the feed.
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
