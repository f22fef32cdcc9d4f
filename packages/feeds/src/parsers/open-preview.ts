import type { FeedBytes } from "../feed.ts";
import { stockColumns } from "../lines/feed-columns.ts";
import { shown } from "../lines/feed-line.ts";
import { isXlsx } from "../read-header.ts";
import { lookAtStock, readSeenLines } from "../read-stock.ts";
import type { ReadableFeed } from "./messages.ts";

/** The result of a preview. The service stores nothing. */
export interface StockPreview {
  format: "csv" | "json" | "ndjson" | "xlsx";
  encoding: string | null;
  delimiter: string | null;
  /** `taken`: the header's name of each field's column. `seen`: the names in the header. */
  columns: { taken: Record<string, string>; seen: string[] };
  /** Required fields without a column, and the known names of their columns. */
  missing: { field: string; names: string[] }[];
  /** The first lines, then the first later lines with a problem. */
  lines: {
    line: number;
    values: Record<string, string>;
    problem: { field: string | null; code: string; message: string } | null;
  }[];
  linesRead: number;
  problems: number;
  /** The bytes are the first part of an XLSX file, which cannot be read. */
  needsWholeFile: boolean;
}

/** Number of first lines to show, and maximum number of later lines with a problem. */
const SHOWN_LINES = 20;
const SHOWN_COLUMNS = 100;

const nothing = {
  ...{ encoding: null, delimiter: null, columns: { taken: {}, seen: [] } },
  ...{ missing: [], lines: [], linesRead: 0, problems: 0, needsWholeFile: false },
};

/** Opens a feed for a preview: the result is a `StockPreview` without batches. @throws UnrecognisedFeed, PayloadTooLarge */
export async function openPreview(bytes: FeedBytes): Promise<ReadableFeed> {
  return { header: null, read: () => preview(bytes) };
}

async function preview(bytes: FeedBytes): Promise<StockPreview> {
  if (bytes.isPartial && (await isXlsx(bytes))) return { ...nothing, format: "xlsx", needsWholeFile: true };
  const { feed, missing } = await lookAtStock(bytes);
  const lines: StockPreview["lines"] = [];
  let linesRead = 0;
  let problems = 0;
  let shownBehind = 0;
  if (missing.length === 0) {
    for await (const batch of readSeenLines(feed)) {
      for (const { line, values, problem } of batch) {
        linesRead++;
        if (problem) problems++;
        const isFirst = linesRead <= SHOWN_LINES;
        if (!isFirst && (!problem || shownBehind === SHOWN_LINES)) continue;
        if (!isFirst) shownBehind++;
        lines.push({ line, values: shownValues(values), problem });
      }
    }
  }
  return {
    ...{ ...nothing, format: feed.format, lines, linesRead, problems },
    missing: missing.map((field) => ({ field, names: [...stockColumns[field]] })),
    encoding: feed.format === "xlsx" ? null : feed.encoding,
    delimiter: feed.format === "csv" ? feed.dialect.delimiter : null,
    columns: {
      taken: feed.columns.names,
      seen: feed.names.slice(0, SHOWN_COLUMNS).map((name) => shown(name.trim())),
    },
  };
}

function shownValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, shown(value)]));
}
