import type { Feed, FeedBytes } from "../feed.ts";
import { readStockHeader, readStockLines } from "../read-stock.ts";
import type { ReadableFeed } from "./messages.ts";
import { StockBatches } from "./stock-batch.ts";

/** The number of bytes that reading a feed processes. */
export function unpackedSize(feed: Feed): number {
  if (feed.format !== "xlsx") return feed.spool.size;
  const { workbook, sheet, spool } = feed;
  // The difference is the size of the workbook's texts. They are unpacked already, at the cost of the budget.
  return spool.limit - workbook.budget.left + workbook.zip.sizeOf(sheet);
}

/** The facts about a feed after its header is read. */
export interface FeedHeader {
  /** In bytes; of a workbook, of its unpacked texts and sheet. */
  size: number;
}

/** The facts about a feed after all of it is read. */
export interface FeedResult {
  /** The header's names of the selected columns. */
  columns: Record<string, string>;
}

/** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openStockFeed(bytes: FeedBytes): Promise<ReadableFeed> {
  const feed = await readStockHeader(bytes);
  return {
    header: { size: unpackedSize(feed) } satisfies FeedHeader,
    read: async (send) => {
      const batches = new StockBatches(send);
      await readStockLines(feed, batches);
      await batches.end();
      return { columns: feed.columns.names } satisfies FeedResult;
    },
  };
}
