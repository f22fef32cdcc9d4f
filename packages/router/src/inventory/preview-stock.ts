import type { Context } from "../context.ts";
import {
  isXlsx,
  LARGEST_FEED,
  lookAtStock,
  readSeenLines,
  type Spool,
  shown,
  spool,
  stockColumns,
} from "../feeds/index.ts";
import { findStore } from "../stores/index.ts";
import type { PreviewStock, StockPreview } from "./preview.schema.ts";

/** The first lines are shown, and as many of those behind them that have a problem. */
const SHOWN_LINES = 20;
const SHOWN_COLUMNS = 100;

const nothing = {
  ...{ encoding: null, delimiter: null, columns: { taken: {}, seen: [] } },
  ...{ missing: [], lines: [], linesRead: 0, problems: 0, needsWholeFile: false },
};

/**
 * Looks at a stock feed, or at its first part, by the rules by which it would be taken, and changes nothing. That another line
 * has the same barcode is not looked for.
 * @throws RetailerNotFound, StoreNotFound, PayloadTooLarge, MalformedRequest (gzip), UnrecognisedFeed (a broken XLSX file)
 */
export async function previewStock(ctx: Context, input: PreviewStock): Promise<StockPreview> {
  await findStore(ctx, input);
  const bytes = await spool(input.feed, { limit: LARGEST_FEED, partial: input.partial });
  try {
    return await preview(bytes);
  } finally {
    await bytes.close();
  }
}

async function preview(bytes: Spool): Promise<StockPreview> {
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
