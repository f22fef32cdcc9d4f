import type { CsvDialect } from "./csv-dialect.ts";
import type { FeedBytes } from "./feed-bytes.ts";
import type { LineRejection } from "./line-rejection.ts";
import type { Encoding } from "./utf8-pieces.ts";
import type { Workbook } from "./xlsx/open-workbook.ts";

interface Named {
  spool: FeedBytes;
  /** The names in its header; none: it has no header. */
  names: string[];
}

export interface CsvFeed extends Named {
  format: "csv";
  encoding: Encoding;
  dialect: CsvDialect;
}

/** An array of objects (`json`) or an object a line (`ndjson`); `names`: the members of the first objects, in order. */
export interface JsonFeed extends Named {
  format: "json" | "ndjson";
  encoding: Encoding;
}

export interface XlsxFeed extends Named {
  format: "xlsx";
  workbook: Workbook;
  /** The name of the sheet's part. */
  sheet: string;
}

/** A feed of which the format and the names of its columns are known. */
export type Feed = CsvFeed | JsonFeed | XlsxFeed;

/** The selected columns of a feed. */
export interface Wanted {
  /** The position in the header for each field of a record. */
  positions: readonly number[];
  /**
   * Whether a name that comes behind the header (JSON) is to be one more column.
   * @param index where its fields stand in a record
   */
  wants?(name: string, index: number): boolean;
}

/**
 * A record's fields, of the columns that are read alone, or why it could not be read. `width`: how many fields it had.
 * `line`: where it begins in the file, the first line being 1 (CSV, NDJSON); its place in the array, from 1 (JSON); the
 * number of its row (XLSX).
 */
export type FeedRecord =
  | { line: number; fields: string[]; width: number; broken?: undefined }
  | { line: number; fields?: undefined; broken: LineRejection };
