import type { CsvDialect } from "./csv/csv-records.ts";
import type { LineRejection } from "./lines/feed-line.ts";
import type { Encoding } from "./utf8.ts";
import type { Workbook } from "./xlsx/open-workbook.ts";

/** The properties of a feed's bytes. */
export interface BytesFacts {
  /** Unpacked size in bytes. */
  size: number;
  /** Maximum unpacked size in bytes, also of the parts of a workbook. */
  limit: number;
  isUtf8: boolean;
  /** The bytes are the first part of a file and can end anywhere. */
  isPartial: boolean;
}

/** The bytes of a feed, in any storage. */
export interface FeedBytes extends BytesFacts {
  /** The bytes in pieces of at most 64 KiB. Each piece is valid until the next request. The bytes can be read more than once. */
  bytes(): AsyncGenerator<Uint8Array>;
  /** Reads `length` bytes, or fewer at the end of the feed. */
  read(position: number, length: number): Promise<Uint8Array>;
}

interface Named {
  spool: FeedBytes;
  /** The names in the header. Empty for a feed without a header. */
  names: string[];
  /** Sheets of a workbook that are left out, because their header is another one. */
  ignoredSheets?: string[];
}

export interface CsvFeed extends Named {
  format: "csv";
  encoding: Encoding;
  dialect: CsvDialect;
  /** The header: its first byte in the text as UTF-8, and its line from 1. */
  start: { offset: number; line: number };
}

/** An array of objects (`json`) or one object per line (`ndjson`). `names` are the members of the first objects, in order. */
export interface JsonFeed extends Named {
  format: "json" | "ndjson";
  encoding: Encoding;
}

export interface XlsxFeed extends Named {
  format: "xlsx";
  workbook: Workbook;
  /** The sheets to read, in order. All have the names of the feed. `headerRow`: the row of the header, from 1. */
  sheets: { name: string; part: string; headerRow: number }[];
}

/** A feed with a known format and known column names. */
export type Feed = CsvFeed | JsonFeed | XlsxFeed;

/** The columns of prices, by their positions, and the currency of the store. */
export interface Prices {
  positions: readonly number[];
  currency: string;
}

/** The selected columns of a feed. */
export interface Wanted {
  /** The position in the header for each field of a record. */
  positions: readonly number[];
  /**
   * Whether a name that appears after the header (JSON) becomes a further column.
   * @param index the position of its fields in a record
   */
  wants?(name: string, index: number): boolean;
  prices?: Prices;
}

/**
 * The selected fields of a record, or the reason why it is broken. `width` is the number of all its fields. `numbers` are the indexes of
 * the fields that JSON or a workbook stores as a number, so that their decimal sign is a point. `isLoose`: a field of CSV has a quote that
 * is neither doubled nor around the field.
 * `line` counts from 1: the record's first line (CSV, NDJSON), its position in the array (JSON) or its row (XLSX). In a workbook with
 * several sheets, the rows of a sheet count on from the last row of the sheet before, and `place` has the sheet and the row.
 */
export type FeedRecord =
  | {
      line: number;
      place?: string;
      fields: string[];
      width: number;
      numbers?: ReadonlySet<number> | undefined;
      isLoose?: boolean;
      broken?: undefined;
    }
  | {
      line: number;
      place?: undefined;
      fields?: undefined;
      width?: undefined;
      numbers?: undefined;
      broken: LineRejection;
    };
