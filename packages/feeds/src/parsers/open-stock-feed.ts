import type { Feed, FeedBytes } from "../feed.ts";
import type { DroppedValues } from "../lines/dropped-values.ts";
import { type Columns, ignoredColumns, storeProductColumns } from "../lines/feed-columns.ts";
import { readStockHeader, type StockFeed, type StockOptions } from "../read-stock.ts";
import { readStockLines } from "../read-stock-lines.ts";
import type { ReadableFeed } from "./messages.ts";
import { StockBatches, type StockCounts } from "./stock-batch.ts";

/** The number of bytes that reading a feed processes. */
export function unpackedSize(feed: Feed): number {
  if (feed.format !== "xlsx") return feed.spool.size;
  const { workbook, sheets, spool } = feed;
  // The difference is the size of the workbook's texts. They are unpacked already, at the cost of the budget.
  const texts = spool.limit - workbook.budget.left;
  return sheets.reduce((sum, { part }) => sum + workbook.zip.sizeOf(part), texts);
}

/** The facts about a feed after its header is read. */
export interface FeedHeader {
  /** In bytes; of a workbook, of its unpacked texts and sheets. */
  size: number;
}

/** The facts about a stock feed after its header is read. */
export interface StockHeader extends FeedHeader {
  /** The header has a column of product data. */
  hasProducts: boolean;
}

/** The facts about a feed after all of it is read. */
export interface FeedResult {
  /** The header's name of each field's column. */
  columns: Record<string, string>;
  /** Further columns of a field, which count for a line without a value in the first one. */
  fallbackColumns: Record<string, string[]>;
  /** Columns that no field uses. */
  ignoredColumns: string[];
  /** Sheets of a workbook that are left out, because their header is another one; at most 20. */
  ignoredSheets: string[];
}

/** The facts about a stock feed after all of it is read. */
export interface StockResult extends FeedResult, StockCounts {
  /** Two quantities of a barcode may be of two stores, because a column of places has no known store. */
  hasPlaces: boolean;
  /** Sales that do not count. Their lines are valid. */
  droppedValues: DroppedValues[];
}

export function resultOf({ names, ignoredSheets = [] }: Feed, columns: Columns<string>): FeedResult {
  return {
    columns: columns.names,
    fallbackColumns: columns.fallbacks,
    ignoredColumns: ignoredColumns(names, columns),
    ignoredSheets,
  };
}

/** The columns of a stock feed, with those of its product data. */
export function stockResultOf(feed: StockFeed): FeedResult {
  const { columns, allColumns } = feed;
  // A field can have its column after the header (JSON).
  return resultOf(feed, { ...allColumns, names: { ...allColumns.names, ...columns.names } });
}

/** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openStockFeed(bytes: FeedBytes, options: StockOptions): Promise<ReadableFeed> {
  const feed = await readStockHeader(bytes, options);
  const hasProducts = Object.keys(storeProductColumns).some((field) => field in feed.allColumns.names);
  return {
    header: { size: unpackedSize(feed), hasProducts } satisfies StockHeader,
    read: async (send) => {
      const batches = new StockBatches(send);
      await readStockLines(feed, batches);
      await batches.end();
      const { validLines, inStockValidLines, rejectedLines, rejections } = batches;
      return {
        ...stockResultOf(feed),
        validLines,
        inStockValidLines,
        rejectedLines,
        rejections,
        hasPlaces: feed.survey.hasPlaces,
        droppedValues: batches.dropped.all,
      } satisfies StockResult;
    },
  };
}
