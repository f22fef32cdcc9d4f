import { createTakePlain } from "./csv/plain-stock-lines.ts";
import type { Feed, FeedBytes, FeedRecord, Wanted } from "./feed.ts";
import { addColumn, type Columns, findColumns, stockColumns, unrecognisedFeed } from "./lines/feed-columns.ts";
import type { FeedLine, LineRejection, StockLineSink } from "./lines/feed-line.ts";
import {
  type LineRules,
  LONGEST_BARCODE,
  type RawStockLine,
  type RejectedLine,
  readStockLine,
  type StockField,
  type StockLine,
  stockFields,
} from "./lines/stock-line.ts";
import { readHeader } from "./read-header.ts";
import { readCsv, readRecords } from "./read-records.ts";

const required = ["barcode", "price", "quantity"] as const;

/** A stock feed with a recognised header. */
export type StockFeed = Feed & { columns: Columns<StockField> };

/** A feed's columns and the missing required columns. */
export async function lookAtStock(spool: FeedBytes): Promise<{ feed: StockFeed; missing: StockField[] }> {
  const missingOf = (names: string[]): StockField[] => {
    const { indexes } = findColumns<StockField>(names, stockColumns);
    return required.filter((field) => !indexes.has(field));
  };
  const feed = await readHeader(spool, (names) => missingOf(names).length === 0);
  const columns = findColumns<StockField>(feed.names, stockColumns);
  return { feed: { ...feed, columns }, missing: missingOf(feed.names) };
}

/**
 * Detects a stock feed's format and columns from its bytes.
 * @throws UnrecognisedFeed if a required column is missing; PayloadTooLarge (XLSX)
 */
export async function readStockHeader(spool: FeedBytes): Promise<StockFeed> {
  const { feed, missing } = await lookAtStock(spool);
  if (missing.length) throw unrecognisedFeed(feed.names, missing, stockColumns, feed.format);
  return feed;
}

/** Files with `;` as delimiter can have decimal commas. */
function hasCommas(feed: Feed): boolean {
  return feed.format === "csv" && feed.dialect.delimiter === ";";
}

function tooManyColumns(barcode: string | null, width: number, names: string[]): RejectedLine {
  const message = `The line has ${width} columns, the header ${names.length}; quote a text that holds the delimiter.`;
  return { barcode, field: null, code: "too_many_columns", message, value: null };
}

/** The values of a record by field. */
function rawStockLine({ columns }: StockFeed, fields: string[]): RawStockLine {
  const raw: RawStockLine = {};
  for (const field of stockFields) {
    const [index] = columns.indexes.get(field) ?? [];
    if (index !== undefined) raw[field] = fields[index] ?? "";
  }
  return raw;
}

/** Applies the rules of a stock line to a record. */
function readStockRecord(feed: StockFeed, record: FeedRecord): StockLine | RejectedLine {
  if (record.broken) return { ...record.broken, barcode: null };
  const { fields, width } = record;
  const rules: LineRules = { commas: hasCommas(feed), partial: false };
  const read = readStockLine(rawStockLine(feed, fields), rules);
  const isTooLong = feed.format === "csv" && width > feed.names.length;
  return isTooLong ? tooManyColumns(read.barcode, width, feed.names) : read;
}

/** The received values of a line by field, and why the line would be rejected. */
export interface SeenLine {
  line: number;
  values: RawStockLine;
  problem: LineRejection | null;
}

/** Reads the lines after the header for a preview, one batch per piece of the file. */
export async function* readSeenLines(feed: StockFeed): AsyncGenerator<SeenLine[]> {
  for await (const batch of readRecords(feed, wantedOf(feed))) {
    yield batch.map((record) => {
      const read = readStockRecord(feed, record);
      const values = record.fields ? rawStockLine(feed, record.fields) : {};
      return { line: record.line, values, problem: "code" in read ? read : null };
    });
  }
}

/** Passes a record to a sink. */
function createHandOver(feed: StockFeed, sink: StockLineSink): (record: FeedRecord) => void {
  const bytes = Buffer.alloc(LONGEST_BARCODE * 3);
  return (record) => {
    const { line } = record;
    const read = readStockRecord(feed, record);
    if ("code" in read) {
      const { barcode, ...rejection } = read;
      sink.rejected(line, barcode, rejection);
      return;
    }
    const { barcode, currency, condition } = read;
    const [pence, thousandths] = [read.pence ?? 0, read.thousandths ?? 0];
    const end = bytes.write(barcode);
    const taken: FeedLine = { line, bytes, start: 0, end, pence, thousandths, currency, condition };
    sink.line(taken);
  };
}

/** The selected columns. A field without a name in the header takes the first later name for the field (JSON). */
function wantedOf({ columns }: StockFeed): Wanted {
  return {
    positions: columns.positions,
    wants: (name, index) => addColumn(columns, stockColumns, name, index),
  };
}

/**
 * Reads the lines after the header piece by piece, so the memory does not grow with the file.
 * @throws FeedTooComplex; UnrecognisedFeed and PayloadTooLarge for a broken or too large XLSX file: the caller must then apply no line
 */
export async function readStockLines(feed: StockFeed, sink: StockLineSink): Promise<void> {
  const handOver = createHandOver(feed, sink);
  if (feed.format !== "csv") {
    for await (const batch of readRecords(feed, wantedOf(feed))) {
      for (const record of batch) handOver(record);
      await sink.flush();
    }
    return;
  }
  const { indexes, positions } = feed.columns;
  const places = new Map([...indexes].map(([field, [index = 0]]) => [field, positions[index] ?? 0]));
  const lines = { ...feed.dialect, commas: hasCommas(feed), columns: feed.names.length, indexes: places };
  const records = {
    record: (line: number, fields: string[], width: number) => handOver({ line, fields, width }),
    broken: (line: number, broken: NonNullable<FeedRecord["broken"]>) => handOver({ line, broken }),
  };
  const take = createTakePlain(lines, (line) => sink.line(line));
  for await (const _ of readCsv(feed, records, { positions, take })) await sink.flush();
}
