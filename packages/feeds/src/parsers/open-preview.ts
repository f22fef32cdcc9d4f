import type { FeedBytes } from "../feed.ts";
import { itemKeyOf } from "../lines/barcode.ts";
import { type ColumnMapping, shownNames, storeProductColumns } from "../lines/feed-columns.ts";
import { type LineRejection, shown } from "../lines/feed-line.ts";
import type { StoreProductField } from "../lines/product-line.ts";
import type { StockField } from "../lines/stock-line.ts";
import { rawStockLine } from "../lines-and-columns.ts";
import { recognisePreset } from "../presets.ts";
import { isXlsx } from "../read-header.ts";
import { lookAtStock, requiredFields, type StockFeed, type StockOptions } from "../read-stock.ts";
import { readWholeLines, valuesOf } from "../read-stock-lines.ts";
import { suggestColumns } from "../suggest-columns.ts";
import { stockResultOf } from "./open-stock-feed.ts";
import type { ReadableFeed } from "./parser.ts";

export interface StockPreview {
  format: "csv" | "json" | "ndjson" | "xlsx";
  encoding: string | null;
  delimiter: string | null;
  /** `fallbacks`: further columns of a field. `seen`: the names in the header. `absent`: columns of the mapping that the header lacks. */
  columns: {
    taken: Record<string, string>;
    fallbacks: Record<string, string[]>;
    seen: string[];
    ignored: string[];
    absent: Record<string, string[]>;
  };
  preset: { id: string; label: string; columns: ColumnMapping } | null;
  ignoredSheets: string[];
  /** `missing` or `columns.absent` has the reason. */
  isRefused: boolean;
  /** With the known names of their columns, and the columns of the file that they may have. */
  missing: { field: string; isRequired: boolean; names: string[]; suggestions: string[] }[];
  /** The file has no price column: lines of new items are rejected. */
  keepsPrices: boolean;
  /** The first lines, then the first later lines with a problem. */
  lines: {
    line: number;
    values: Record<string, string>;
    problem: { field: string | null; code: string; message: string } | null;
  }[];
  linesRead: number;
  problems: number;
  /** Of a file of several stores: the first names of stores that the retailer does not have. */
  unknownStores: string[];
  /** The bytes are the first part of an XLSX file, which cannot be read, or have no line of a known store. */
  needsWholeFile: boolean;
}

/** The received values of a line by field, and why the line would be rejected. */
interface SeenLine {
  line: number;
  values: Partial<Record<StockField | StoreProductField, string>>;
  barcode: string | null;
  /** In a file of several stores. */
  storeId: string | undefined;
  problem: LineRejection | null;
}

/** Leaves out skipped lines. */
async function* readSeenLines(feed: StockFeed): AsyncGenerator<SeenLine[]> {
  for await (const batch of readWholeLines(feed)) {
    yield batch.flatMap(({ line, fields, read, store }) => {
      if ("skipped" in read) return [];
      const values = fields ? { ...rawStockLine(feed, fields), ...rawProduct(feed, fields) } : {};
      return [{ line, values, barcode: read.barcode, storeId: store?.id, problem: "code" in read ? read : null }];
    });
  }
}

function rawProduct(feed: StockFeed, fields: string[]): SeenLine["values"] {
  const given = (Object.keys(storeProductColumns) as StoreProductField[]).map((field) => {
    const value = valuesOf(feed, fields, field).find((text) => text.trim() !== "");
    return [field, value] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Number of first lines to show, and maximum number of later lines with a problem. */
const SHOWN_LINES = 20;
const SHOWN_COLUMNS = 100;

const MAX_ITEMS = 100_000;

export const nothing = {
  encoding: null,
  delimiter: null,
  columns: { taken: {}, fallbacks: {}, seen: [], ignored: [], absent: {} },
  preset: null,
  ignoredSheets: [],
  isRefused: false,
  missing: [],
  keepsPrices: false,
  lines: [],
  linesRead: 0,
  problems: 0,
  unknownStores: [],
  needsWholeFile: false,
};

/** The result is a `StockPreview` without rows. @throws UnrecognisedFeed, PayloadTooLarge */
export async function openPreview(bytes: FeedBytes, options: StockOptions): Promise<ReadableFeed> {
  return { header: null, read: () => preview(bytes, options) };
}

type PreviewLine = StockPreview["lines"][number];

const repeated = { field: "barcode", code: "superseded", message: "A later line has the same barcode." };

/** Of several lines for one item of a store, the last one counts, as in the result. */
export class PreviewLines {
  readonly #shown = new Map<number, PreviewLine>();
  /** The last valid line of each item, with its values if they are short of the limit. */
  readonly #last = new Map<string, PreviewLine>();
  #shownBehind = 0;
  read = 0;
  problems = 0;

  get shown(): PreviewLine[] {
    return [...this.#shown.values()].toSorted((a, b) => a.line - b.line);
  }

  add(line: PreviewLine, key: string | null): void {
    this.read++;
    if (this.read <= SHOWN_LINES) this.#shown.set(line.line, line);
    else if (line.problem) this.#showProblem(line);
    if (line.problem) this.problems++;
    if (key === null || line.problem) return;
    const earlier = this.#last.get(key);
    if (earlier) {
      this.problems++;
      const problem = { ...earlier, problem: repeated };
      if (this.#shown.has(earlier.line)) this.#shown.set(earlier.line, problem);
      else this.#showProblem(problem);
    }
    if (earlier || this.#last.size < MAX_ITEMS) this.#last.set(key, line);
  }

  #showProblem(line: PreviewLine): void {
    if (this.#shownBehind++ < SHOWN_LINES) this.#shown.set(line.line, line);
  }
}

async function preview(bytes: FeedBytes, options: StockOptions): Promise<StockPreview> {
  if (bytes.isPartial && (await isXlsx(bytes))) return { ...nothing, format: "xlsx", needsWholeFile: true };
  const look = await lookAtStock(bytes, options);
  const { feed } = look;
  const { columns, allColumns, survey } = feed;
  const lacksStore = options.split !== undefined && !columns.indexes.has("store");
  const isForeign = options.split !== undefined && !look.isRefused && !lacksStore && !survey.isKnown;
  if (isForeign && bytes.isPartial) return { ...nothing, format: feed.format, needsWholeFile: true };
  const isRefused = look.isRefused || lacksStore || isForeign;
  const missing = lacksStore ? ([...look.missing, "store"] as const) : look.missing;
  const lines = new PreviewLines();
  if (!isRefused) {
    for await (const batch of readSeenLines(feed)) {
      for (const { line, values, barcode, storeId, problem } of batch) {
        lines.add(
          { line, values: shownValues(values), problem },
          barcode === null ? null : `${storeId} ${itemKeyOf(barcode)}`,
        );
      }
    }
  }
  const preset = recognisePreset(feed.names);
  const suggestions = isRefused ? await suggestColumns(feed, missing, columns.positions) : {};
  return {
    ...nothing,
    format: feed.format,
    lines: lines.shown,
    linesRead: lines.read,
    problems: lines.problems,
    unknownStores: options.split ? survey.unknownStores : [],
    isRefused,
    ignoredSheets: feed.ignoredSheets ?? [],
    missing: missing.map((field) => ({
      field,
      isRequired: field === "store" || requiredFields.includes(field),
      names: shownNames(field),
      suggestions: suggestions[field] ?? [],
    })),
    preset: preset ? { id: preset.id, label: preset.label, columns: preset.columns ?? {} } : null,
    keepsPrices: !columns.indexes.has("price"),
    encoding: feed.format === "xlsx" ? null : feed.encoding,
    delimiter: feed.format === "csv" ? feed.dialect.delimiter : null,
    columns: {
      taken: allColumns.names,
      fallbacks: allColumns.fallbacks,
      absent: columns.absent,
      seen: seenNames(feed.names),
      ignored: stockResultOf(feed).ignoredColumns,
    },
  };
}

export const seenNames = (names: readonly string[]): string[] =>
  names.slice(0, SHOWN_COLUMNS).map((name) => shown(name.trim()));

export function shownValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, shown(value)]));
}
