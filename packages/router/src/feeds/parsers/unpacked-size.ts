import type { Feed } from "../feed.ts";

/** What reading a feed goes through, in bytes. */
export function unpackedSize(feed: Feed): number {
  if (feed.format !== "xlsx") return feed.spool.size;
  const { workbook, sheet, spool } = feed;
  // What its texts took is gone from the budget already.
  return spool.limit - workbook.budget.left + workbook.zip.sizeOf(sheet);
}
