import type { CsvDialect } from "./csv/csv-records.ts";
import type { LineRejection } from "./lines/feed-line.ts";
import type { Encoding } from "./utf8.ts";
import type { CellRole } from "./xlsx/number-format.ts";
import type { Workbook } from "./xlsx/open-workbook.ts";

export interface BytesFacts {
  size: number;
  /** Maximum unpacked size in bytes, also of the parts of a workbook. */
  limit: number;
  isUtf8: boolean;
  /** The bytes can end anywhere. */
  isPartial: boolean;
}

export interface FeedBytes extends BytesFacts {
  /** In pieces of at most 64 KiB, each valid until the next request. The bytes can be read more than once. */
  bytes(): AsyncGenerator<Uint8Array>;
  read(position: number, length: number): Promise<Uint8Array>;
}

interface Named {
  spool: FeedBytes;
  /** Empty for a feed without a header. */
  names: string[];
  /** The lines above the header. */
  above?: string[][];
  /** Left out, because their header is another one. */
  ignoredSheets?: string[];
}

export interface CsvFeed extends Named {
  format: "csv";
  encoding: Encoding;
  dialect: CsvDialect;
  /** The header: its first byte in the text as UTF-8, and its line from 1. */
  start: { offset: number; line: number };
  /** The number of fields of most lines, as the header and the first lines show it. */
  usualWidth: number;
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

export type Feed = CsvFeed | JsonFeed | XlsxFeed;

export interface Wanted {
  /** The position in the header for each field. */
  positions: readonly number[];
  /** Whether a name behind the header (JSON) becomes a further column, at this index of a record. */
  wants?(name: string, index: number): boolean;
  /** The columns, by their positions, whose cells in a workbook must show what they hold. */
  roles?: ReadonlyMap<number, CellRole>;
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
